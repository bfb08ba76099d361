import COpenSSL

/// The cryptography library's generator (`RAND_bytes`).
package struct SystemRandom: RandomSource {
  package init() {}

  package func bytes(_ count: Int) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: count)
    precondition(RAND_bytes(&output, Int32(count)) == 1, "the cryptography library has no randomness")
    return output
  }
}
