import COpenSSL

/// AES-256-CBC (`EVP_aes_256_cbc`) with the padding of PKCS#7: for documents of others who hide values so. It proves
/// nothing about who wrote them; what is ours is sealed with `AESGCM`.
package enum AESCBC {
  package enum Failure: Error, Sendable, Hashable {
    /// The key is not 32 bytes, or the vector not 16.
    case badKey
  }

  /// Always longer than `plain`, up to the next whole block of 16 bytes.
  package static func encrypt(_ plain: [UInt8], key: [UInt8], vector: [UInt8]) throws(Failure) -> [UInt8] {
    guard key.count == 32, vector.count == 16, let context = EVP_CIPHER_CTX_new() else { throw .badKey }
    defer { EVP_CIPHER_CTX_free(context) }
    var output = [UInt8](repeating: 0, count: plain.count + 16)
    var last = [UInt8](repeating: 0, count: 16)
    var (length, lastLength) = (Int32(0), Int32(0))
    guard EVP_EncryptInit_ex(context, EVP_aes_256_cbc(), nil, key, vector) == 1,
      EVP_EncryptUpdate(context, &output, &length, plain, Int32(plain.count)) == 1,
      EVP_EncryptFinal_ex(context, &last, &lastLength) == 1
    else { throw .badKey }
    return Array(output.prefix(Int(length))) + last.prefix(Int(lastLength))
  }
}
