import Glibc

/// Where some bytes first stand within others.
enum Search {
  static func first(_ wanted: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, let byte = wanted.first else { return nil }
    var at = 0
    while bytes.count - at >= wanted.count, let hit = memchr(start + at, Int32(byte), bytes.count - at) {
      at = UnsafeRawPointer(hit) - start
      guard bytes.count - at >= wanted.count else { return nil }
      if memcmp(start + at, wanted, wanted.count) == 0 { return at }
      at += 1
    }
    return nil
  }
}
