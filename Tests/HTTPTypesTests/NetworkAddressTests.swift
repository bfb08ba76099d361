import HTTPTypes
import Testing

@Suite("Network addresses")
struct NetworkAddressTests {
  @Test(
    "one address has one value, however it is written",
    arguments: [
      ("127.0.0.1", "::ffff:127.0.0.1"), ("127.0.0.1", "::ffff:7f00:1"), ("::1", "0:0:0:0:0:0:0:1"),
      ("2001:db8::", "2001:0DB8:0:0:0:0:0:0"), ("::", "0::0"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:0.7.0.8"),
      ("1::8", "1:0:0:0:0:0:0:8"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
    ])
  func same(_ one: String, _ other: String) {
    #expect(NetworkAddress(one) != nil)
    #expect(NetworkAddress(one) == NetworkAddress(other))
  }

  @Test(
    "what is no address is none",
    arguments: [
      "", "localhost", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4:80", "1.2.3.4 ", "+1.2.3.4", "1..2.3",
      ":",
      ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "12345::", "g::", "[::1]",
      "fe80::1%eth0",
      "::1.2.3", "1.2.3.4::", ":1::", "1::2:", "-1::", "::ffff:1.2.3.4.5", "١.٢.٣.٤",
    ])
  func none(_ text: String) { #expect(NetworkAddress(text) == nil) }

  @Test("neighbours of IPv6 share a /64, those of IPv4 nothing")
  func neighbourhood() throws {
    let one = try #require(NetworkAddress("2001:db8:1:2:3::4"))
    #expect(one.neighbourhood == NetworkAddress("2001:db8:1:2:ffff::1")?.neighbourhood)
    #expect(one.neighbourhood != NetworkAddress("2001:db8:1:3:3::4")?.neighbourhood)
    let four = try #require(NetworkAddress("192.0.2.1"))
    #expect(four.neighbourhood == four)
    #expect(four.isFour)
    #expect(!one.isFour)
  }

  @Test(
    "a range holds what begins with its bits",
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.1.2.3/8", "10.9.9.9", true),
      ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.6", false), ("0.0.0.0/0", "203.0.113.5", true),
      ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "203.0.113.5", true), ("2001:db8::/32", "2001:db8:ffff::1", true),
      ("2001:db8::/33", "2001:db8:8000::1", false), ("2001:db8::/127", "2001:db8::1", true),
      ("2001:db8::/127", "2001:db8::2", false), ("::1", "::1", true), ("192.0.2.0/31", "192.0.2.1", true),
      ("192.0.2.0/31", "192.0.2.2", false), ("10.0.0.0/8", "::ffff:10.0.0.1", true),
    ])
  func ranges(_ range: String, _ address: String, _ isInside: Bool) throws {
    let address = try #require(NetworkAddress(address))
    #expect(try #require(NetworkRange(range)).contains(address) == isInside)
  }

  @Test(
    "what is no range is none",
    arguments: [
      "", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/8/8", "a/8", "10.0.0.0/ 8",
      "10.0.0.0/+8",
    ])
  func noRange(_ text: String) { #expect(NetworkRange(text) == nil) }
}
