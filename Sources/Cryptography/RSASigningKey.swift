import COpenSSL

/// A private RSA key that signs by RSASSA-PKCS1-v1_5 with SHA-256 (`EVP_DigestSign`).
///
/// Unchecked, since the key is made whole by `init` and only read afterwards, each time through a context of its own.
package final class RSASigningKey: @unchecked Sendable {
  private let key: OpaquePointer

  /// Makes a key (`EVP_PKEY_keygen`); it takes a while, 2048 bits some tens of milliseconds.
  package init(bits: Int = 2048) {
    let context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)) == 1,
      EVP_PKEY_keygen(context, &made) == 1, let made
    else { preconditionFailure("the cryptography library cannot make a key") }
    key = made
  }

  deinit { EVP_PKEY_free(key) }

  /// The same message always gives the same signature, as long as the key's modulus.
  package func sign(_ message: [UInt8]) -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var output = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key)))
    var length = output.count
    let done =
      EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestSign(context, &output, &length, message, message.count) == 1
    precondition(done, "the cryptography library cannot sign")
    return Array(output.prefix(length))
  }

  /// The half that may be known, as PKCS #1 in PEM: `BEGIN RSA PUBLIC KEY`.
  package var publicKeyPEM: String {
    var bytes = [UInt8](repeating: 0, count: Int(i2d_PublicKey(key, nil)))
    let written = bytes.withUnsafeMutableBufferPointer { buffer in
      var place = buffer.baseAddress
      return i2d_PublicKey(key, &place)
    }
    precondition(written == bytes.count, "the cryptography library cannot write a key")
    return PEM.encode(bytes, label: RSAPublicKey.pkcs1Label)
  }
}
