import StructuredLogging
import Testing

@Suite("Redaction")
struct RedactionTests {
  static let jwt =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1c2VyX2lkIjoiYW5hIn0.5KqkMuF3mEsgpQWrpGSEQHIm2hIDrwAQXaImNpiHEfI"

  static let hidden: [(text: String, shown: String)] = [
    ("joined with \(jwt) today", "joined with <redacted> today"), ("(\(jwt))", "(<redacted>)"),
    ("x=1&t%3D\(jwt)", "x=1&t%3D<redacted>"), ("eyJhbGciOiJub25lIn0.eyJhIjoxfQ.", "<redacted>"),
    ("key sb_0123456789abcdef is bad", "key <redacted> is bad"), ("sbc_eyJ0IjoiZGVmYXVsdCJ9.c2ln-_x", "<redacted>"),
    ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "<redacted>"), ("'sk_live_abcdefgh'", "'<redacted>'"),
    ("sk-proj-abcdefgh", "<redacted>"), ("SK_TEST_MALFORMED", "<redacted>"),
    ("GET / Bearer sk_test_malformed", "GET / Bearer <redacted>"),
    ("bearer abc.def-ghi, next", "bearer <redacted>, next"),
    ("Basic YW5hOnBhc3M= end", "Basic <redacted> end"), ("Authorization: Bearer abc", "Authorization: <redacted>"),
    ("Authorization: Digest username=\"a\", response=\"b\"", "Authorization: <redacted>"),
    ("Cookie: a=b; session=\"c\"", "Cookie: <redacted>"), ("Set-Cookie: id=1; HttpOnly", "Set-Cookie: <redacted>"),
    ("token=abc&room=7", "token=<redacted>&room=7"), ("api_secret: abc def", "api_secret: <redacted> def"),
    ("X-Signature: c965ce33", "X-Signature: <redacted>"), ("apiSecret = abc", "apiSecret = <redacted>"),
    ("client-secret=abc", "client-secret=<redacted>"),
    (#"{"password":"a\"b","x":1}"#, #"{"password":"<redacted>","x":1}"#),
    (#"{\"access_token\":\"abc\",\"x\":1}"#, #"{\"access_token\":\"<redacted>\",\"x\":1}"#),
    ("{'credential': 'a b', 'x': 1}", "{'credential': '<redacted>', 'x': 1}"),
    (#"{"tokens": ["a", ["b"]], "x": 1}"#, #"{"tokens": <redacted>, "x": 1}"#),
    (#"{"secrets":{"a":"b"},"x":1}"#, #"{"secrets":<redacted>,"x":1}"#), ("secret=", "secret="),
    ("https://ana:pass@host/x", "https://<redacted>@host/x"),
    ("https://key@host:8080?a=b", "https://<redacted>@host:8080?a=b"),
    ("https://a:p@ss@host/", "https://<redacted>@host/"), ("token%3Dabc rest", "token%3D<redacted> rest"),
    ("?signature=abc&expires=5", "?signature=<redacted>&expires=5"), (#"token:"abc"#, #"token:"<redacted>"#),
  ]

  @Test("hides tokens, keys, credentials and what is named like one", arguments: hidden)
  func hides(text: String, shown: String) { #expect(Redaction.scrub(text) == shown) }

  @Test("what was scrubbed stays as it is when scrubbed again", arguments: hidden)
  func isStable(text: String, shown: String) { #expect(Redaction.scrub(shown) == shown) }

  static let harmless = [
    "", "room room_01j0 is live", "https://host/v1/rooms/a%2Fb?kind=meeting&api_key=abc", "12:30:45", "a=b; c: d",
    "ask_something_quite_long", "task-0123456789", "eyJust a word", "the basics", "sb_short", "mail ana@example.org",
    "مريم and \u{5D0}na", "👨‍👩‍👧", "ana\u{202E}gnp", "api_key=abc123",
  ]

  @Test("leaves other texts alone", arguments: harmless)
  func leaves(text: String) { #expect(Array(Redaction.scrub(text).utf8) == Array(text.utf8)) }

  static let controls: [(text: String, shown: String)] = [
    ("a\nb\r\tc", #"a\u{a}b\u{d}\u{9}c"#), ("a\u{0}\u{7}\u{1B}[31m", #"a\u{0}\u{7}\u{1b}[31m"#),
    ("a\u{7F}\u{85}\u{9F}é", #"a\u{7f}\u{85}\u{9f}é"#),
    ("a\u{2028}b\u{2029}c\u{2027}", "a\\u{2028}b\\u{2029}c\u{2027}"),
    ("Stand\u{B}up", #"Stand\u{b}up"#),
  ]

  @Test("writes control characters out", arguments: controls)
  func escapes(text: String, shown: String) { #expect(Redaction.scrub(text) == shown) }

  @Test("hides exact secrets wherever they stand, the longest first")
  func hidesExact() {
    let secrets = ["kitchen", "kitchen-sink", "", "p/+=é"]
    #expect(Redaction.scrub("xkitchen-sinky kitchen", secrets: secrets) == "x<redacted>y <redacted>")
    #expect(Redaction.scrub("p/+=é", secrets: secrets) == "<redacted>")
    #expect(Redaction.scrub("nothing", secrets: [""]) == "nothing")
  }

  @Test("cuts long texts, and never through a secret so that half of it shows")
  func cuts() {
    let long = String(repeating: "é", count: 5_000)
    #expect(Redaction.scrub(long) == String(repeating: "é", count: 2_000) + "…")
    let secret = "half-" + String(repeating: "s", count: 300)
    for padding in stride(from: 1_700, through: 2_010, by: 7) {
      let text = String(repeating: "x", count: padding) + secret + " end"
      #expect(!Redaction.scrub(text, secrets: [secret]).contains("half"))
    }
    let many = String(repeating: "token=\(secret) ", count: 200)
    #expect(!Redaction.scrub(many).contains("half"))
  }

  static let hostile = [
    "a", "_", ":", "=", "eyJ", "-eyJ", "eyJ.", "sb_", "sk-", "://", "\"", "\\", "token", "token:", "token=\"",
    "Bearer ",
    "secret:[", "://@", "%3D", "\n", "é",
  ]

  @Test("takes a short time whatever the text holds", .timeLimit(.minutes(1)), arguments: hostile)
  func isLinear(piece: String) {
    let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
    #expect(Redaction.scrub(text).unicodeScalars.count <= 2_001)
  }

  static let urls: [(url: String, shown: String)] = [
    ("https://host/a/b", "https://host/a/b"), ("https://host/a?token=abc&x=1#frag", "https://host/a?token=…&x=…"),
    ("https://u:p@host/a?b", "https://<redacted>@host/a?…"), ("https://host/?", "https://host/?"),
    ("https://host/?=&&=x&sk_live_abcdefgh=1", "https://host/?=…&=…&<redacted>=…"), ("?", "?"), ("", ""), ("#", ""),
    ("https://host/?a%0a=1&b[]=2", "https://host/?…&b[]=…"),
    ("wss://host/\(jwt)?x=\(jwt)", "wss://host/<redacted>?x=…"),
  ]

  @Test("shows of a URL the place and the names in its query", arguments: urls)
  func showsURL(url: String, shown: String) { #expect(Redaction.url(url) == shown) }

  static let names: [(name: String, isSecret: Bool)] = [
    ("token", true), ("Access-Token", true), ("apiSecret", true), ("X-API-SECRET", true), ("Authorization", true),
    ("signature", true), ("private-key", true), ("apikey", true), ("Set-Cookie", true), ("api_key", false),
    ("room", false), ("", false), ("toke", false), ("key", false),
  ]

  @Test("knows names of secrets", arguments: names)
  func knowsNames(name: String, isSecret: Bool) { #expect(Redaction.isSecretName(name) == isSecret) }
}
