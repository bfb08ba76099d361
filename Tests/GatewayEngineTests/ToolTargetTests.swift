import GatewayEngine
import Testing

@Suite struct ToolTargetTests {
  @Test(arguments: [
    "https://tools.example/weather", "https://tools.example:8443/a?b=c", "https://203.0.114.1/",
    "https://7.example.com/", "https://0x7f.tools.example/", "https://tools.example7/",
    "https://[2606:4700::1]/x",
  ])
  func aToolOnTheOpenInternetIsTaken(_ url: String) {
    #expect(ToolTarget.objection(to: url, allowsPrivate: false) == nil)
  }

  @Test(arguments: [
    "http://tools.example/", "https://127.0.0.1/", "https://localhost/", "https://LOCALHOST./", "https://10.1.2.3/",
    "https://[::1]/", "https://[::ffff:192.168.0.1]/", "https://169.254.169.254/latest", "https://intranet/",
    "https://db.internal/", "https://printer.local/", "https://[fd00::1]/", "https://0.0.0.0/", "https://100.64.0.1/",
    "https://127.1/", "https://0177.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://0X7F000001/",
    "https://127.0.0.0x1/", "https://8.8/", "https://127.1./", "https://0x/", "https://10.0.258:8443/x",
  ])
  func aToolNearbyIsRefusedUnlessAllowed(_ url: String) {
    #expect(ToolTarget.objection(to: url, allowsPrivate: false) != nil)
    #expect(ToolTarget.objection(to: url, allowsPrivate: true) == nil)
  }

  @Test(arguments: [
    "ftp://tools.example/", "tools.example", "https://", "https://u:p@tools.example/", "https://tools.example/#x",
    "https://tools.example:0/", "https://tools.example:99999/", "https://[::1/", "https://a b/", "https://ex\\ample/",
    "https://tools.example:80:80/",
  ])
  func whatIsNoAddressIsNeverTaken(_ url: String) {
    #expect(ToolTarget.objection(to: url, allowsPrivate: true) != nil)
  }
}
