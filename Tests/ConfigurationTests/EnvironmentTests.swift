import Configuration
import Cryptography
import Testing

@Suite("Settings from the environment")
struct EnvironmentTests {
  @Test("list elements are addressed by their name, or their place, and lists by commas")
  func addresses() throws {
    let text = Reading.text(rest: "tenants: [{name: big-one}]\nroutes: [{to: [{provider: none}]}]")
    let configuration = try Reading.load(
      text,
      [
        "SWITCHBOARD_PROVIDERS__KINDLY_MAIN__OPTIONS__COLOUR": "green",
        "SWITCHBOARD_PROVIDERS__KINDLY_MAIN__CREDENTIALS__API_KEY": "from-outside",
        "SWITCHBOARD_TENANTS__BIG_ONE__ORIGINS": "https://a.example,https://b.example",
        "SWITCHBOARD_ROUTES__0__TO__0__PROVIDER": "kindly-main", "SWITCHBOARD_LIMITS__MAXIMUM_BODY_BYTES": "2048",
      ])
    #expect(configuration.providers[0].options["colour"] == "green")
    #expect(configuration.providers[0].credentials["api_key"]?.revealed == "from-outside")
    #expect(configuration.tenants[0].origins == ["https://a.example", "https://b.example"])
    #expect(configuration.routes[0].providers == ["kindly-main"])
    #expect(configuration.limits.maximumBodyBytes == 2_048)
  }

  @Test("a reference in the environment is followed like one in the file")
  func followsReferences() throws {
    let name = "SWITCHBOARD_SECRETS__TOKEN_KEY"
    let other = "another-token-key-of-32-bytes-!!"
    #expect(try Reading.load(Reading.text(), [name: "env:OTHER", "OTHER": other]).tokenKey?.revealed == other)
    #expect(Reading.problems(Reading.text(), [name: "env:NONE"]).count == 1)
    #expect(Reading.problems(Reading.text(), [name: ""]).count == 1)
  }

  @Test("a bad value from the environment is told with the variable, not with a place in the file")
  func namesTheVariable() {
    let problems = Reading.problems(Reading.text(rest: "log: {level: info}"), ["SWITCHBOARD_LOG__LEVEL": "loud"])
    #expect(
      problems == ["log.level must be one of debug, info, warning, error (set by SWITCHBOARD_LOG__LEVEL)"])
  }

  @Test("a variable that is named as a setting but names none is an error")
  func refusesUnknown() {
    let problems = Reading.problems(
      Reading.text(),
      ["SWITCHBOARD_LOG__LEVLE": "info", "SWITCHBOARD_PROVIDERS__OTHER__MOCK": "true", "SWITCHBOARD_TOKEN_KEY": "x"])
    #expect(
      problems == [
        "SWITCHBOARD_LOG__LEVLE in the environment names no setting",
        "SWITCHBOARD_PROVIDERS__OTHER__MOCK in the environment names no setting",
      ])
  }
}
