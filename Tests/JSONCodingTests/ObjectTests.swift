import JSONCoding
import Testing

@Suite("Objects and equality")
struct ObjectTests {
  /// Few members are searched one by one, many through a table: both must behave alike.
  @Test("members are found, replaced and removed, in the order they came", arguments: [1, 12, 13, 14, 200])
  func edits(count: Int) {
    var object = JSONObject()
    for number in 0..<count { object["key\(number)"] = .integer(Int64(number)) }
    #expect(object.count == count)
    #expect(object.keys == (0..<count).map { "key\($0)" })
    object["key0"] = "first"
    #expect(object.pairs[0].value == "first")
    object["none"] = nil
    #expect(object.count == count)
    object["key\(count / 2)"] = nil
    object["last"] = true
    #expect(object["key\(count / 2)"] == nil)
    #expect(object.keys.last == "last")
    #expect(object.count == count)
    for number in 1..<max(1, count) where number != count / 2 {
      #expect(object["key\(number)"] == .integer(Int64(number)))
    }
  }

  @Test("equal whatever the order, and then of equal hash", arguments: [2, 40])
  func ignoresOrder(count: Int) {
    var one = JSONObject()
    var other = JSONObject()
    for number in 0..<count { one["key\(number)"] = .integer(Int64(number)) }
    for number in (0..<count).reversed() { other["key\(number)"] = .integer(Int64(number)) }
    #expect(one == other)
    #expect(Set([JSON.object(one), .object(other)]).count == 1)
    other["key1"] = "another"
    #expect(one != other)
    other["key1"] = nil
    #expect(one != other)
  }

  static let different: [(JSON, JSON)] = [
    ("\u{E9}", "e\u{301}"), ("\u{212B}", "A\u{30A}"), (["\u{E9}": 1], ["e\u{301}": 1]), (1, .number(1)), (nil, false),
    (0, false), ("1", 1), ([1, 2], [2, 1]), ([:], []), (["a": nil], [:]),
  ]

  @Test("what differs in its bytes or its kind is not equal", arguments: different)
  func tellsApart(one: JSON, other: JSON) {
    #expect(one != other)
    #expect(Set([one, other]).count == 2)
  }

  @Test("accessors answer only for their own kind")
  func accessors() {
    let value: JSON = ["s": "x", "i": 1, "d": 1.5, "b": true, "a": [1], "n": nil]
    #expect(value["s"]?.stringValue == "x" && value["i"]?.stringValue == nil)
    #expect(value["i"]?.integerValue == 1 && value["d"]?.integerValue == nil)
    #expect(value["d"]?.numberValue == 1.5 && value["i"]?.numberValue == 1 && value["b"]?.numberValue == nil)
    #expect(value["b"]?.boolValue == true && value["i"]?.boolValue == nil)
    #expect(value["a"]?.arrayValue == [1] && value["n"]?.isNull == true && value["absent"] == nil)
    #expect(JSON.string("x")["s"] == nil)
  }
}
