import JSONCoding
import Testing

@Suite("Parsing what vendors send")
struct VendorParsingTests {
  static let repaired: [(text: String, value: JSON, repairs: Int)] = [
    (#"{"a":1}"#, ["a": 1], 0),
    ("\u{FEFF}{\"a\":1}", ["a": 1], 0),
    (#"{"a":1,"b":0,"a":2}"#, ["a": 2, "b": 0], 0),
    (#"{"name":"A\u0000B"}"#, ["name": "A\u{FFFD}B"], 1),
    (#"{"name":"\ud800","id":7}"#, ["name": "\u{FFFD}", "id": 7], 1),
    (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}", 2),
    (#""\ud800\u0041\ud83d\ude00""#, "\u{FFFD}A😀", 1),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀", 1),
    (#"{"\udc00":1}"#, ["\u{FFFD}": 1], 1),
    (#"["\\u0000","\\\ud800"]"#, [#"\u0000"#, "\\\u{FFFD}"], 1),
    (#"{"id":18446744073709551615}"#, ["id": "18446744073709551615"], 1),
    (#"[1e400,-1E+999,9223372036854775808,1.5,-3]"#, ["1e400", "-1E+999", "9223372036854775808", 1.5, -3], 3),
    (#"{"n":"18446744073709551615","m":1e400}"#, ["n": "18446744073709551615", "m": "1e400"], 1),
    (#"{"a":"\u0000","a":"x"}"#, ["a": "x"], 1),
  ]

  @Test("only the offending tokens are rewritten, and counted", arguments: repaired)
  func repairs(text: String, value: JSON, repairs: Int) throws {
    let result = try JSON.parseVendor(Array(text.utf8))
    #expect(result.value == value)
    #expect(result.repairs == repairs)
    #expect(try JSON.parse(Array(text.utf8), mode: .vendor) == value)
  }

  static let brokenBytes: [(bytes: [UInt8], text: String, repairs: Int)] = [
    ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", 3), ([0xFF], "\u{FFFD}", 1),
    ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}", 2),
    ([0xC3, 0xA9, 0xFF, 0xF0, 0x9F, 0x98, 0x80], "é\u{FFFD}😀", 1), ([0x41, 0xE2, 0x82, 0x42], "A\u{FFFD}\u{FFFD}B", 2),
    ([0xF4, 0x90, 0x80, 0x80], String(repeating: "\u{FFFD}", count: 4), 4),
    ([0xE2, 0x82, 0xAC, 0x80], "€\u{FFFD}", 1),
  ]

  @Test("broken bytes in a text become replacement characters, whole ones stay", arguments: brokenBytes)
  func repairsBytes(bytes: [UInt8], text: String, repairs: Int) throws {
    let result = try JSON.parseVendor([34] + bytes + [34])
    #expect(result.value == .string(text))
    #expect(result.repairs == repairs)
  }

  static let refused = [
    #""\u-000""#, #""\u+d80""#, "", "\u{FEFF}", "{", "{\"a\":1e400", "[99999999999999999999-1]", "[1e4000.5]",
    "[0099999999999999999999]",
    "[--1e400]",
    "{\"a\":\"\\u0000\"", "\"\\ud800", "\"\\u00", "[1,]", "{} {}", "99999999999999999999x",
  ]

  @Test("what is no JSON stays refused after repairs", arguments: refused)
  func refuses(text: String) {
    #expect(throws: JSONError.self) { try JSON.parse(Array(text.utf8), mode: .vendor) }
  }

  @Test("more depth than ours is read, up to a bound")
  func boundsDepth() throws {
    func text(_ depth: Int) -> [UInt8] { [UInt8](repeating: 91, count: depth) + [UInt8](repeating: 93, count: depth) }
    _ = try JSON.parse(text(256), mode: .vendor)
    let error = #expect(throws: JSONError.self) { try JSON.parse(text(257), mode: .vendor) }
    #expect(error?.kind == .tooDeep)
  }

  @Test("a large text with many broken bytes is repaired in one pass")
  func repairsManyBytes() throws {
    let body: [UInt8] = [34] + [UInt8](repeating: 0xFF, count: 300_000) + [34]
    #expect(try JSON.parseVendor(body).repairs == 300_000)
  }
}
