import COpenSSL

/// SHA-256 (`EVP_Digest`).
package enum SHA256 {
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let done = EVP_Digest(message, message.count, &output, &length, EVP_sha256(), nil)
    precondition(done == 1 && length == 32, "the cryptography library cannot hash")
    return output
  }
}
