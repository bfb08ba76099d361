import HTTPTypes
import Testing

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("", ""), ("azAZ09-._~", "azAZ09-._~"), ("a/b", "a%2Fb"), ("a b+c", "a%20b%2Bc"), ("100%", "100%25"),
    ("?#[]@!$&'()*,;=:", "%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2C%3B%3D%3A"), ("\u{e9}", "%C3%A9"),
    ("e\u{301}", "e%CC%81"), ("\u{1f3a4}", "%F0%9F%8E%A4"), ("\u{0}\r\n", "%00%0D%0A"), ("..", ".."),
  ])
  func everythingButUnreservedCharactersIsEncoded(text: String, encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
    #expect(PercentEncoding.decode(encoded).map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test(arguments: [("%2f", "/"), ("%c3%A9", "\u{e9}"), ("%252F", "%2F"), ("a+b", "a+b"), ("%00", "\u{0}")])
  func decodingIsDoneOnce(text: String, decoded: String) {
    #expect(PercentEncoding.decode(text) == decoded)
  }

  @Test func aPlusIsASpaceOnlyWhereAsked() {
    #expect(PercentEncoding.decode("a+b%2B", plusIsSpace: true) == "a b+")
    #expect(PercentEncoding.decode("a+b%2B") == "a+b+")
  }

  @Test(arguments: ["%", "%4", "a%", "%G0", "%0G", "%-1", "% 1", "%%41", "%\u{ff11}0"])
  func aMalformedEscapeIsRefused(text: String) {
    #expect(PercentEncoding.decode(text) == nil)
  }

  @Test(arguments: ["%FF", "%C3", "%C0%AF", "%ED%A0%80", "%F5%80%80%80", "a%80"])
  func bytesThatAreNotUTF8AreRefused(text: String) {
    #expect(PercentEncoding.decode(text) == nil)
  }

  @Test func substringsDecodeToo() {
    #expect(PercentEncoding.decode("rooms/a%2Fb".split(separator: "/")[1]) == "a/b")
  }
}
