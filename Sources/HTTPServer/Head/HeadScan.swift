import CMicrohttpd
import HTTPTypes

/// Walks the parsed header fields and checks that they lie in the read buffer exactly as a strict sender writes them.
///
/// The library is lenient: it accepts bare line feeds, folded lines, and text behind a NUL. It parses in place, though,
/// so each name must begin two bytes (CR and LF) behind the value before it; any leniency shows as a gap.
struct HeadScan {
  private var expected: UnsafeRawPointer
  private(set) var fields = HTTPFields()
  private(set) var framing = HeadFraming()
  private(set) var refusal: HeadRefusal?

  init(firstLine: UnsafeRawPointer) { expected = firstLine }

  /// Reads every field; returns the refusal, if any.
  mutating func run(_ connection: OpaquePointer, head: UnsafeRawPointer, size: Int) -> HeadRefusal? {
    withUnsafeMutablePointer(to: &self) { sb_mhd_each_header(connection, Self.each, $0) }
    if let refusal { return refusal }
    return expected + 2 == head + size ? nil : .malformedFraming
  }

  private static let each: MHD_KeyValueIteratorN = { context, _, name, nameSize, value, valueSize in
    guard let scan = context?.assumingMemoryBound(to: HeadScan.self), let name else { return sb_mhd_no() }
    let nameBytes = UnsafeRawBufferPointer(start: name, count: nameSize)
    let valueBytes = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)
    return scan.pointee.take(nameBytes, valueBytes) ? sb_mhd_yes() : sb_mhd_no()
  }

  private mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    refusal = judge(name, value)
    guard refusal == nil, let start = value.baseAddress else { return false }
    expected = start + value.count + 2
    let text = String(decoding: name, as: UTF8.self)
    let content = String(decoding: trimmed(value), as: UTF8.self)
    framing.note(text, raw: value, trimmed: content)
    fields.add(text, content)
    return true
  }

  private func judge(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> HeadRefusal? {
    if name.isEmpty || !name.allSatisfy(CharacterClass.isToken) { return .invalidFieldName }
    if name.baseAddress != expected || value.baseAddress == nil { return .malformedFraming }
    return value.contains(where: CharacterClass.isControl) ? .invalidFieldValue : nil
  }

  private func trimmed(_ value: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    var slice = value[...]
    while let last = slice.last, CharacterClass.isSpace(last) { slice.removeLast() }
    return slice
  }
}
