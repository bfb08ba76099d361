import JSONCoding
import Testing

@Suite("Strict parsing")
struct StrictParsingTests {
  static let accepted: [(text: String, value: JSON)] = [
    ("null", nil), (" true\n", true), ("0", 0), ("-0", 0), ("[]", []), ("{}", [:]), ("\"\"", ""),
    ("1.0", .number(1)), ("1e3", .number(1000)), ("0.1", .number(0.1)), ("1e-400", .number(0)),
    ("85123456789", 85_123_456_789), ("9007199254740993", 9_007_199_254_740_993),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    (#""\ud83d\ude00""#, "😀"), (#""\u00e9\n\/""#, "é\n/"), (#"{"a":{"b":[1,null]}}"#, ["a": ["b": [1, nil]]]),
    (#""\ufffe\uffff""#, "\u{FFFE}\u{FFFF}"), ("\"\u{1F468}\u{200D}\u{1F469}\"", "\u{1F468}\u{200D}\u{1F469}"),
  ]

  @Test("what is JSON is read exactly", arguments: accepted)
  func accepts(text: String, value: JSON) throws {
    #expect(try JSON.parse(Array(text.utf8), mode: .strict) == value)
  }

  static let refused: [(text: String, kind: JSONError.Kind)] = [
    ("", .empty), ("   ", .syntax), ("{", .syntax), ("[1,]", .syntax), ("{'a':1}", .syntax), ("nul", .syntax),
    ("01", .syntax), ("+1", .syntax), (".5", .syntax), ("1.", .syntax), ("NaN", .syntax), ("Infinity", .syntax),
    ("{} x", .trailingText), ("1 2", .trailingText), ("{}\0", .trailingText), ("// note\n1", .syntax),
    (#"{"a":1,"a":2}"#, .duplicateKey), (#"{"x":{"a":1,"\u0061":2}}"#, .duplicateKey),
    ("\u{FEFF}{}", .byteOrderMark), ("\"a\nb\"", .syntax), ("\"a\0b\"", .syntax),
    (#""\u0000""#, .invalidText), (#"{"\u0000":1}"#, .invalidText),
    (#"{"title":"\ud800"}"#, .syntax), (#""\udc00\ud800""#, .syntax), (#"{"\udc00":1}"#, .syntax),
    (#""\ud800\u0041""#, .syntax), (#""\x41""#, .syntax),
    ("9223372036854775808", .numberOutOfRange), ("-9223372036854775809", .numberOutOfRange),
    ("1e400", .numberOutOfRange), ("-1E400", .numberOutOfRange), ("[1,1e999]", .numberOutOfRange),
  ]

  @Test("what is odd is refused with its kind", arguments: refused)
  func refuses(text: String, kind: JSONError.Kind) {
    let error = #expect(throws: JSONError.self) { try JSON.parse(Array(text.utf8), mode: .strict) }
    #expect(error?.kind == kind)
  }

  static let brokenBytes: [[UInt8]] = [
    [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xFF], [0x80], [0xF0, 0x80, 0x80, 0x80],
  ]

  @Test("bytes that are not UTF-8 are refused", arguments: brokenBytes)
  func refusesBrokenBytes(bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSON.parse([34] + bytes + [34], mode: .strict) }
    #expect(error?.kind == .invalidText)
  }

  @Test("UTF-16 and UTF-32 are refused, with a mark and without")
  func refusesOtherEncodings() {
    let text = #"{"a":1}"#
    let little: [UInt8] = text.utf8.flatMap { [$0, 0] as [UInt8] }
    let wide: [UInt8] = text.utf8.flatMap { [0, 0, 0, $0] as [UInt8] }
    for bytes in [little, [0xFF, 0xFE] + little, wide, [0xFE, 0xFF]] {
      for mode in [JSONMode.strict, .vendor] {
        #expect(throws: JSONError.self) { try JSON.parse(bytes, mode: mode) }
      }
    }
  }

  static let nested: [(opening: String, closing: String)] = [("[", "]"), (#"{"a":"#, "}")]

  @Test("64 levels are read, 65 refused with their place", arguments: nested)
  func boundsDepth(opening: String, closing: String) throws {
    func text(_ depth: Int) -> [UInt8] {
      Array((String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)).utf8)
    }
    _ = try JSON.parse(text(64), mode: .strict)
    let error = #expect(throws: JSONError.self) { try JSON.parse(text(65), mode: .strict) }
    #expect(error?.kind == .tooDeep)
    #expect(error?.offset == 64 * opening.utf8.count)
    #expect(error?.line == 1)
  }

  @Test("brackets inside texts are not nesting")
  func ignoresBracketsInTexts() throws {
    let text = "[\"" + String(repeating: #"[{\"["#, count: 200) + "\\\\\"]"
    #expect(try JSON.parse(Array(text.utf8), mode: .strict).arrayValue?.count == 1)
  }

  @Test("a hundred thousand levels end in an error, not in a crash", arguments: [JSONMode.strict, .vendor])
  func survivesDeepNesting(mode: JSONMode) {
    for text in ["[", "{\"a\":", "[{\"a\":"].map({ String(repeating: $0, count: 100_000) }) {
      let error = #expect(throws: JSONError.self) { try JSON.parse(Array(text.utf8), mode: mode) }
      #expect(error?.kind == .tooDeep)
    }
  }

  @Test("an error says where it is and echoes nothing")
  func locates() {
    let text = "{\n  \"é\": \"s3cr3t\",\n  \"b\": oops\n}"
    let error = #expect(throws: JSONError.self) { try JSON.parse(Array(text.utf8), mode: .strict) }
    #expect(error?.line == 3)
    #expect((8...12).contains(error?.column ?? 0))
    #expect((25...34).contains(error?.offset ?? 0))
    #expect(error?.message.contains("oops") == false && error?.message.contains("s3cr3t") == false)
  }

  @Test("keys that look alike but differ in bytes are two members")
  func tellsComposedFromDecomposed() throws {
    let object = try JSON.parse(Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8), mode: .strict)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
    #expect(object.objectValue?.count == 2)
  }
}
