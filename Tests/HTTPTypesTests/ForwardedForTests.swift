import HTTPTypes
import Testing

@Suite("Whom a request is from")
struct ForwardedForTests {
  static let trusted = ["10.0.0.0/8", "::1", "2001:db8:aaaa::/48"]

  @Test(
    "behind trusted proxies it is the last address that they vouch for",
    arguments: [
      // The peer itself, where it is no proxy: what it writes is its own affair.
      ("198.51.100.9", ["203.0.113.5"], "198.51.100.9"), ("198.51.100.9", [], "198.51.100.9"),
      // One proxy, several, and fields that strangers began.
      ("10.0.0.1", ["203.0.113.5"], "203.0.113.5"), ("10.0.0.1", [], "10.0.0.1"),
      ("10.0.0.1", ["203.0.113.5, 10.2.2.2"], "203.0.113.5"),
      ("10.0.0.1", ["1.1.1.1, 203.0.113.5"], "203.0.113.5"), ("10.0.0.1", ["1.1.1.1", "203.0.113.5"], "203.0.113.5"),
      ("::1", ["2001:db8::7"], "2001:db8::7"), ("2001:db8:aaaa::1", ["[2001:db8::7]:443"], "2001:db8::7"),
      ("10.0.0.1", ["203.0.113.5:51234"], "203.0.113.5"), ("10.0.0.1", [" \t203.0.113.5\t "], "203.0.113.5"),
      ("10.0.0.1", ["::ffff:203.0.113.5"], "203.0.113.5"),
      // Only proxies: the farthest one.
      ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
      // No address: nobody vouches for what stands before it.
      ("10.0.0.1", ["203.0.113.5, unknown"], "10.0.0.1"), ("10.0.0.1", ["203.0.113.5, garbage, 10.0.0.2"], "10.0.0.2"),
      ("10.0.0.1", ["unknown, 203.0.113.5"], "203.0.113.5"), ("10.0.0.1", [""], "10.0.0.1"),
      ("10.0.0.1", ["<script>"], "10.0.0.1"), ("10.0.0.1", ["[::1"], "10.0.0.1"),
      ("10.0.0.1", ["203.0.113.5,"], "203.0.113.5"),
    ])
  func address(_ peer: String, _ values: [String], _ expected: String) {
    var fields = HTTPFields()
    for value in values { fields.add("X-Forwarded-For", value) }
    let trusted = Self.trusted.compactMap(NetworkRange.init)
    #expect(ForwardedFor.address(peer: peer, fields: fields, trusted: trusted) == NetworkAddress(expected))
    #expect(ForwardedFor.address(peer: peer, fields: fields, trusted: []) == NetworkAddress(peer))
  }

  @Test("a peer without an address has none")
  func nobody() {
    let all = [NetworkRange("::/0")].compactMap { $0 }
    #expect(ForwardedFor.address(peer: "", fields: ["X-Forwarded-For": "203.0.113.5"], trusted: all) == nil)
  }
}
