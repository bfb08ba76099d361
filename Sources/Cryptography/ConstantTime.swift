import COpenSSL

/// Whether two byte strings are equal, in a time that does not tell where they differ (`CRYPTO_memcmp`).
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
