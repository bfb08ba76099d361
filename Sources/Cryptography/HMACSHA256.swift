import COpenSSL

/// HMAC with SHA-256 (`HMAC`).
package enum HMACSHA256 {
  /// The key must not be empty: whatever reads one in refuses that.
  package static func sign(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    precondition(!key.isEmpty, "nothing is ever signed with an empty key")
    var output = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let done = HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &output, &length)
    precondition(done != nil && length == 32, "the cryptography library cannot sign")
    return output
  }
}
