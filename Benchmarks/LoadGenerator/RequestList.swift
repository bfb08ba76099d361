import Glibc

/// Whole requests as they go onto the wire, read from a file: each is its length in four bytes, lowest first, and its bytes.
final class RequestList {
  private let bytes: UnsafeMutableRawBufferPointer
  private var places: [Range<Int>] = []

  init(path: String) throws(LoadFailure) {
    guard let file = fopen(path, "rb") else { throw LoadFailure("cannot read \(path)") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    bytes = .allocate(byteCount: max(ftell(file), 1), alignment: 16)
    rewind(file)
    let count = fread(bytes.baseAddress, 1, bytes.count, file)
    try split(count)
  }

  deinit { bytes.deallocate() }

  var count: Int { places.count }

  subscript(index: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[places[index]]) }

  private func split(_ end: Int) throws(LoadFailure) {
    var at = 0
    while at + 4 <= end {
      let length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
      guard at + 4 + length <= end else { break }
      places.append(at + 4..<at + 4 + length)
      at += 4 + length
    }
    guard at == end, !places.isEmpty else { throw LoadFailure("the list of requests is empty or cut") }
  }
}
