/// The fields that decide where a request ends, counted while the head is read.
struct HeadFraming {
  private(set) var hosts = 0
  private(set) var lengths = 0
  private(set) var encodings = 0
  private(set) var contentLength: Int?
  private(set) var isChunked = false
  private(set) var expectsContinue = false

  var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

  mutating func note(_ name: String, raw: UnsafeRawBufferPointer, trimmed: String) {
    switch name.utf8.count {
    case 4 where Self.same(name, "host"): hosts += 1
    case 6 where Self.same(name, "expect"): expectsContinue = true
    case 14 where Self.same(name, "content-length"):
      lengths += 1
      contentLength = Self.digits(raw)
    case 17 where Self.same(name, "transfer-encoding"):
      encodings += 1
      // The library compares the untrimmed value; a longer one would leave the connection waiting for ever.
      isChunked = raw.count == 7 && Self.same(trimmed, "chunked")
    default: break
    }
  }

  func refusal(isHTTP10: Bool) -> HeadRefusal? {
    if hosts > 1 || (hosts == 0 && !isHTTP10) { return .hostMissing }
    if lengths > 0 && encodings > 0 { return .lengthAndEncoding }
    if lengths > 1 || (lengths == 1 && contentLength == nil) { return .lengthInvalid }
    if encodings > 0 && (isHTTP10 || encodings > 1 || !isChunked) { return .encodingUnsupported }
    return nil
  }

  private static func digits(_ raw: UnsafeRawBufferPointer) -> Int? {
    guard !raw.isEmpty, raw.count < 19, raw.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return raw.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private static func same(_ text: String, _ lowercased: StaticString) -> Bool {
    text.utf8.elementsEqual(UnsafeBufferPointer(start: lowercased.utf8Start, count: lowercased.utf8CodeUnitCount)) {
      $0 == $1 || ((65...90).contains($0) && $0 | 0x20 == $1)
    }
  }
}
