import HTTPTypes
import Testing

@Suite struct HTTPFieldsTests {
  @Test func namesCompareWithoutRegardToASCIICase() {
    let fields: HTTPFields = ["Content-Type": "text/plain"]
    for name in ["Content-Type", "content-type", "CONTENT-TYPE"] { #expect(fields[name] == "text/plain") }
    #expect(fields["Content-Typ"] == nil)
    #expect(fields["Content-Type "] == nil)
  }

  @Test func otherLettersThanASCIIKeepTheirCase() {
    let fields: HTTPFields = ["X-\u{c9}": "upper", "K": "kelvin"]
    #expect(fields["X-\u{e9}"] == nil)
    #expect(fields["X-E\u{301}"] == nil)
    #expect(fields["\u{212a}"] == nil)
    #expect(fields["k"] == "kelvin")
  }

  @Test func charactersThatDifferByTheCaseBitAloneAreDifferent() {
    // "[" and "{", "@" and "`" are 0x20 apart as letters are.
    let fields: HTTPFields = ["x[": "a", "x@": "b"]
    #expect(fields["x{"] == nil)
    #expect(fields["x`"] == nil)
  }

  @Test func duplicatesKeepTheirOrder() {
    var fields: HTTPFields = ["Set-Cookie": "a=1", "Via": "x"]
    fields.add("set-cookie", "b=2")
    #expect(fields["Set-Cookie"] == "a=1")
    #expect(fields.values(of: "SET-COOKIE") == ["a=1", "b=2"])
    #expect(fields.entries.map(\.name) == ["Set-Cookie", "Via", "set-cookie"])
    #expect(fields.values(of: "absent") == [])
  }

  @Test func settingReplacesEveryValueAndNilRemovesThem() {
    var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
    fields["A"] = "4"
    #expect(fields.values(of: "a") == ["4"])
    #expect(fields.entries.map(\.name) == ["B", "A"])
    fields["b"] = nil
    #expect(fields == ["A": "4"])
    fields["absent"] = nil
    #expect(fields == ["A": "4"])
  }

  @Test func anEmptyValueIsAValue() {
    let fields: HTTPFields = ["X-Empty": ""]
    #expect(fields["x-empty"] == "")
    #expect(HTTPFields()["x-empty"] == nil)
  }

  @Test func equalityMindsOrder() {
    #expect(HTTPFields() == [:])
    #expect((["A": "1", "B": "2"] as HTTPFields) != ["B": "2", "A": "1"])
  }
}
