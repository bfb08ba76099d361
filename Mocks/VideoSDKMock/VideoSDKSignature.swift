import Cryptography
import Synchronization

/// The vendor's key for signing webhooks. Keys are made once in a process, since making one takes a while, and every mock
/// begins with the first of them; the second is the one that follows when a mock's key is rotated, and so on.
final class VideoSDKSignature: Sendable {
  private static let keys = Mutex<[RSASigningKey]>([])
  private let generation = Mutex(0)

  private var key: RSASigningKey {
    let generation = generation.withLock { $0 }
    return Self.keys.withLock { keys in
      while keys.count <= generation { keys.append(RSASigningKey()) }
      return keys[generation]
    }
  }

  /// PKCS #1 in PEM.
  var publicKey: String { key.publicKeyPEM }

  /// Everything is signed with another key from now on.
  func rotate() { generation.withLock { $0 += 1 } }

  /// Back to the first key.
  func reset() { generation.withLock { $0 = 0 } }

  /// Base64 of the signature over `body`; of one over something else when `corrupt`.
  func sign(_ body: [UInt8], corrupt: Bool) -> String {
    Base64.encode(key.sign(corrupt ? body + Array("other".utf8) : body))
  }
}
