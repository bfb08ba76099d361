import Cryptography

/// The key that a client sends and what a server makes of it (RFC 6455 §4.2.2).
enum HandshakeKey {
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  static func make(_ random: some RandomSource) -> String { Base64.encode(random.bytes(16)) }

  /// 16 bytes in base64.
  static func isSound(_ key: String) -> Bool { Base64.decode(key)?.count == 16 }

  static func accept(_ key: String) -> String { Base64.encode(SHA1.digest(Array((key + suffix).utf8))) }
}
