import COpenSSL

/// AES-256-GCM (`EVP_aes_256_gcm`): one version byte, a fresh 96-bit nonce, the ciphertext, a 128-bit tag.
package enum AESGCM {
  package enum Failure: Error, Sendable, Hashable {
    case badKey
    /// Cut, changed, made with another key or for another purpose.
    case notAuthentic
  }

  private static let version: UInt8 = 1

  /// `key` is 32 bytes. `aad` is bound to the result without being in it.
  package static func seal(_ plain: [UInt8], key: [UInt8], aad: [UInt8] = []) throws(Failure) -> [UInt8] {
    let nonce = SystemRandom().bytes(12)
    guard let context = EVP_CIPHER_CTX_new() else { throw .badKey }
    defer { EVP_CIPHER_CTX_free(context) }
    var output = [UInt8](repeating: 0, count: plain.count)
    var tag = [UInt8](repeating: 0, count: 16)
    var length: Int32 = 0
    guard key.count == 32, EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
      EVP_EncryptUpdate(context, nil, &length, aad, Int32(aad.count)) == 1,
      EVP_EncryptUpdate(context, &output, &length, plain, Int32(plain.count)) == 1,
      EVP_EncryptFinal_ex(context, nil, &length) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
    else { throw .badKey }
    return [version] + nonce + output + tag
  }

  package static func open(_ sealed: [UInt8], key: [UInt8], aad: [UInt8] = []) throws(Failure) -> [UInt8] {
    guard key.count == 32 else { throw .badKey }
    guard sealed.count >= 29, sealed[0] == version, let context = EVP_CIPHER_CTX_new() else { throw .notAuthentic }
    defer { EVP_CIPHER_CTX_free(context) }
    let nonce = Array(sealed[1..<13])
    let cipher = Array(sealed[13..<(sealed.count - 16)])
    var tag = Array(sealed.suffix(16))
    var output = [UInt8](repeating: 0, count: cipher.count)
    var last = [UInt8](repeating: 0, count: 16)
    var length: Int32 = 0
    guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
      EVP_DecryptUpdate(context, nil, &length, aad, Int32(aad.count)) == 1,
      EVP_DecryptUpdate(context, &output, &length, cipher, Int32(cipher.count)) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1,
      EVP_DecryptFinal_ex(context, &last, &length) == 1
    else { throw .notAuthentic }
    return output
  }
}
