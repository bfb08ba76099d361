import JSONCoding
import Testing

@Suite("Writing")
struct WritingTests {
  static let written: [(value: JSON, text: String)] = [
    (nil, "null"), (true, "true"), (.integer(.min), "-9223372036854775808"),
    (9_007_199_254_740_993, "9007199254740993"),
    (.number(0.1), "0.1"), (.number(1), "1.0"), (.number(1e21), "1e+21"), (.number(.leastNonzeroMagnitude), "5e-324"),
    (.number(.infinity), "null"), (.number(-.infinity), "null"), (.number(.nan), "null"),
    ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t\u{1}\u{1f}\u{7f}/", #""\n\r\t\u0001\u001f"# + "\u{7f}/\""),
    ("\u{2028}é😀\0", "\"\u{2028}é😀\\u0000\""), ([], "[]"), ([:], "{}"),
    (["b": [1, "x", nil], "a": ["n": false]], #"{"b":[1,"x",null],"a":{"n":false}}"#),
  ]

  @Test("values are written compactly, escaping only what must be", arguments: written)
  func writes(value: JSON, text: String) {
    #expect(Array(value.text().utf8) == Array(text.utf8))
    #expect(value.bytes() == Array(text.utf8))
  }

  /// Texts are looked at several bytes at a time: a byte must be found wherever it stands, whatever is beside it.
  @Test("a byte is escaped in every place of a text, or in none", arguments: UInt8(0)..<128)
  func escapesInEveryPlace(byte: UInt8) {
    let isEscaped = byte < 32 || byte == 34 || byte == 92
    for neighbour in [UInt8(97), 33, 35, 91, 93, 127] {
      for place in 0..<19 {
        var text = [UInt8](repeating: neighbour, count: 19)
        text[place] = byte
        let written = JSON.string(String(decoding: text, as: UTF8.self)).bytes()
        #expect(Array(written.dropFirst().dropLast()) != text || !isEscaped, "byte \(byte) at \(place)")
        #expect(written.count == 21 || isEscaped, "byte \(byte) at \(place)")
      }
    }
  }

  static let doubles: [Double] = [
    0.1, 1 / 3, 1e15, 1e16, 1e21, 1.7976931348623157e308, .leastNormalMagnitude, .leastNonzeroMagnitude, -0.0,
    123_456.789, 1e-7,
    0.30000000000000004,
  ]

  @Test("a double reads back as the very same", arguments: doubles)
  func roundTripsDoubles(value: Double) throws {
    let back = try JSON.parse(JSON.number(value).bytes(), mode: .strict)
    #expect(back.numberValue?.bitPattern == value.bitPattern)
  }

  @Test("every code point reads back as it was")
  func roundTripsEveryScalar() throws {
    for plane in stride(from: UInt32(1), to: 0x110000, by: 0x800) {
      var text = ""
      text.unicodeScalars.append(contentsOf: (plane..<(plane + 0x800)).compactMap(Unicode.Scalar.init))
      #expect(try JSON.parse(JSON.string(text).bytes(), mode: .strict) == .string(text))
    }
  }

  @Test("canonical bytes order keys by their bytes, at every level")
  func canonicalOrder() throws {
    let one: JSON = ["é": 1, "b": ["y": 1, "x": [["d": 1, "c": 2]]], "a": 2, "Z": 0]
    let other: JSON = ["Z": 0, "a": 2, "b": ["x": [["c": 2, "d": 1]], "y": 1], "é": 1]
    #expect(one.canonicalBytes() == other.canonicalBytes())
    #expect(
      String(decoding: one.canonicalBytes(), as: UTF8.self) == #"{"Z":0,"a":2,"b":{"x":[{"c":2,"d":1}],"y":1},"é":1}"#)
  }

  @Test("the direct writer places commas and nests")
  func directWriter() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("id", "room_1")
      writer.member("title", nil as String?)
      writer.member("count", 3)
      writer.member("open", true)
      writer.key("list")
      writer.array { list in
        list.integer(1)
        list.object { _ in }
        list.array { $0.string("x") }
        list.raw("{\"raw\":1}".utf8)
      }
      writer.member("rest", ["a": .number(0.5)])
    }
    let expected = #"{"id":"room_1","title":null,"count":3,"open":true,"list":[1,{},["x"],{"raw":1}],"rest":{"a":0.5}}"#
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
  }
}
