import COpenSSL

/// SHA-1 (`EVP_Digest`): for protocols that ask for it, never for secrets.
package enum SHA1 {
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 20)
    var length: UInt32 = 0
    let done = EVP_Digest(message, message.count, &output, &length, EVP_sha1(), nil)
    precondition(done == 1 && length == 20, "the cryptography library cannot hash")
    return output
  }
}
