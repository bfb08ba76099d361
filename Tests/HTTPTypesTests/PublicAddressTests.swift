import HTTPTypes
import Testing

@Suite("Public addresses")
struct PublicAddressTests {
  @Test(
    "hosts of the open internet", arguments: ["1.1.1.1", "203.0.114.1", "172.32.0.1", "2606:4700::1111", "192.0.1.1"])
  func open(_ text: String) { #expect(NetworkAddress(text)?.isPublic == true) }

  @Test(
    "hosts nearby, and nowhere",
    arguments: [
      "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1",
      "172.31.255.255", "192.168.1.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1",
      "::ffff:127.0.0.1", "::7f00:1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "fc00::1", "fd12::1",
      "fe80::1", "fec0::1", "ff02::1",
    ])
  func near(_ text: String) { #expect(NetworkAddress(text)?.isPublic == false) }
}
