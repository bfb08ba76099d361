import Clocks
import Cryptography
import HTTPTypes
import Testing

@Suite("Mutated encodings")
struct EncodingMutationTests {
  @Test("base64url: what is read is what is written, letter by letter")
  func base64URL() {
    Campaign.run(["", "Zg", "Zm8", "Zm9v", "Zm9vYmFy", "-_-_", "AAECAwQFBgcICQ", "Zg=="]) { input in
      guard let bytes = Base64URL.decode(text(input)) else {
        return Base64URL.decode(Base64URL.encode(input)) == input
          ? .refused : .broken("what is written is not read back")
      }
      return same(Base64URL.encode(bytes), text(input)) ? .accepted : .broken("two texts are the same bytes")
    }
  }

  @Test("hexadecimal: what is read is what is written, but for the case")
  func hexadecimal() {
    Campaign.run(["", "00", "ff", "DeadBeef", "0123456789abcdefABCDEF", "abc"]) { input in
      guard let bytes = Hex.decode(text(input)) else { return .refused }
      return same(Hex.encode(bytes), text(input).lowercased()) ? .accepted : .broken("two texts are the same bytes")
    }
  }

  @Test("percent-encoding: what is read is read again once written, and what is written is plain ASCII")
  func percent() {
    Campaign.run(["", "a%2Fb", "%E2%82%AC", "a+b", "%41%zz", "%C3%28", "~._-", "100%"]) { input in
      guard let plain = PercentEncoding.decode(text(input)) else { return .refused }
      let written = PercentEncoding.encode(plain)
      return .holds([
        "written and read it is the same": same(PercentEncoding.decode(written), plain),
        "plain ASCII": written.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"/?#&=+".utf8.contains($0) },
        "as long as its source allows": plain.utf8.count <= text(input).utf8.count,
      ])
    }
  }

  @Test("query strings: the pairs that were read are read again once written")
  func queries() {
    Campaign.run(["", "a=1&b=2", "a=1&a=2&&", "=x", "x", "k=a%26b%3Dc+d", "limit=10&cursor=abc%3D", "q=%E2%82"]) {
      input in
      guard let query = QueryParameters(text(input)) else { return .refused }
      let written = query.pairs.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }
      guard let again = QueryParameters(written.joined(separator: "&")) else { return .broken("is not read again") }
      let isSame = again.pairs.elementsEqual(query.pairs) { same($0.name, $1.name) && same($0.value, $1.value) }
      return isSame ? .accepted : .broken("is read otherwise")
    }
  }

  @Test("times: what is read is written to the nanosecond and read as the same time")
  func times() {
    let corpus = [
      "2026-01-31T12:00:00Z", "1969-12-31t23:59:59.999999999z", "2016-12-31T23:59:60Z", "2024-02-29 00:00:00+14:00",
      "1677-09-21T00:12:43.145224192Z", "2262-04-11T23:47:16.854775807Z", "0000-01-01T00:00:00-23:59",
      "9999-12-31T23:59:59Z",
    ]
    Campaign.run(corpus) { input in
      guard let time = RFC3339.parse(text(input)) else { return .refused }
      let written = RFC3339.format(time, fractionDigits: 9)
      return .holds([
        "written and read it is the same": RFC3339.parse(written) == time,
        "ASCII only": input.allSatisfy { $0 < 128 }, "of one form": written.utf8.count == 30,
        "what is cut is less than a millisecond": RFC3339.parse(RFC3339.format(time)).map { time - $0 < 1_000_000 }
          ?? true,
      ])
    }
  }
}
