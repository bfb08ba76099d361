import HTTPTypes
import Testing

@Suite struct QueryParametersTests {
  private func pairs(_ query: String?) -> [[String]]? {
    QueryParameters(query)?.pairs.map { [$0.name, $0.value] }
  }

  @Test(
    arguments: [
      (nil, []), ("", []), ("&&", []), ("a=1", [["a", "1"]]), ("a=1&b=2", [["a", "1"], ["b", "2"]]),
      ("a", [["a", ""]]), ("a=", [["a", ""]]), ("=1", [["", "1"]]), ("a=b=c", [["a", "b=c"]]),
      ("a+b=c+d", [["a b", "c d"]]), ("a%26b=c%3Dd", [["a&b", "c=d"]]), ("a=1;b=2", [["a", "1;b=2"]]),
      ("a=%2B", [["a", "+"]]), ("&a=1&", [["a", "1"]]),
    ] as [(String?, [[String]])])
  func parametersAreSplitThenDecodedOnce(query: String?, expected: [[String]]) {
    #expect(pairs(query) == expected)
  }

  @Test(arguments: ["a=%", "%zz=1", "a=1&b=%FF", "%C3=1"])
  func aMalformedParameterSpoilsTheQuery(query: String) {
    #expect(QueryParameters(query) == nil)
  }

  @Test func namesAreComparedByteForByte() throws {
    let query = try #require(QueryParameters("caf%C3%A9=1&cafe%CC%81=2"))
    #expect(query["caf\u{E9}"] == "1")
    #expect(query["cafe\u{301}"] == "2")
    #expect(query.values(of: "caf\u{E9}") == ["1"])
    #expect(query != QueryParameters("cafe%CC%81=1&cafe%CC%81=2"))
  }

  @Test func repeatedNamesKeepTheirOrder() throws {
    let query = try #require(QueryParameters("tag=b&x=1&tag=a"))
    #expect(query["tag"] == "b")
    #expect(query.values(of: "tag") == ["b", "a"])
    #expect(query["absent"] == nil)
    #expect(query.values(of: "absent") == [])
  }

  @Test func equalityMindsNamesValuesAndOrder() {
    #expect(QueryParameters("a=1&b=2") == QueryParameters("a=1&&b=%32"))
    #expect(QueryParameters("a=1&b=2") != QueryParameters("b=2&a=1"))
    #expect(QueryParameters("a=1") != QueryParameters("a=1&a=1"))
  }
}
