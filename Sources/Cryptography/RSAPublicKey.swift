import COpenSSL

/// A public RSA key that verifies RSASSA-PKCS1-v1_5 signatures with SHA-256 (`EVP_DigestVerify`).
///
/// Unchecked, since the key is made whole by `init` and only read afterwards, each time through a context of its own.
package final class RSAPublicKey: @unchecked Sendable {
  static let pkcs1Label = "RSA PUBLIC KEY"
  /// What is shorter can be forged, what is longer costs its reader without being needed.
  private static let sizes: ClosedRange<Int32> = 2048...8192
  private let key: OpaquePointer

  /// Reads PEM: PKCS #1 (`BEGIN RSA PUBLIC KEY`) or a subject's public key (`BEGIN PUBLIC KEY`). nil for anything else, for
  /// a key that is none of RSA, and for fewer than 2048 or more than 8192 bits.
  package init?(pem: String) {
    guard let block = PEM.decode(pem), let key = Self.read(block.label, block.bytes) else { return nil }
    guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA, Self.sizes.contains(EVP_PKEY_get_bits(key)) else {
      EVP_PKEY_free(key)
      return nil
    }
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    let context = EVP_MD_CTX_new()
    defer {
      EVP_MD_CTX_free(context)
      // A signature that does not match leaves an entry in the thread's queue of errors.
      ERR_clear_error()
    }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  private static func read(_ label: String, _ bytes: [UInt8]) -> OpaquePointer? {
    defer { ERR_clear_error() }
    return bytes.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      let key: OpaquePointer?
      switch label {
      case "RSAPUBLICKEY": key = d2i_PublicKey(EVP_PKEY_RSA, nil, &place, buffer.count)
      case "PUBLICKEY": key = d2i_PUBKEY(nil, &place, buffer.count)
      default: return nil
      }
      // Nothing may stand behind the key.
      guard place == buffer.baseAddress.map({ $0 + buffer.count }) else {
        EVP_PKEY_free(key)
        return nil
      }
      return key
    }
  }
}
