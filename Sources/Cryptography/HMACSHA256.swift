import COpenSSL

/// HMAC with SHA-256 (`HMAC`). Whoever verifies must refuse an empty key.
package enum HMACSHA256 {
  package static func sign(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let done = HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &output, &length)
    precondition(done != nil && length == 32, "the cryptography library cannot sign")
    return output
  }
}
