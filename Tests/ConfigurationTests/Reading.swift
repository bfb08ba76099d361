import Configuration

/// Reads configurations of one account of an invented kind.
enum Reading {
  static let schema = ProviderSchema(
    kind: "kindly", credentialKeys: ["api_key"], hosts: ["api.kindly.example"], options: ["colour": "Its colour."])

  private static let secrets = ["TOKEN_KEY": "a-token-key-of-32-bytes-or-more!", "KEY": "a-key"]

  /// Everything that is required, with room for settings of the account.
  static func text(account: String = "", rest: String = "") -> String {
    """
    secrets: {token_key: env:TOKEN_KEY}
    providers:
      - name: kindly-main
        kind: kindly
        credentials: {api_key: env:KEY}
        \(account)
    \(rest)
    """
  }

  static func load(_ text: String, _ environment: [String: String] = [:]) throws(ConfigurationErrors)
    -> GatewayConfiguration
  {
    try GatewayConfiguration.load(
      Array(text.utf8), environment: secrets.merging(environment) { $1 },
      schemas: [schema], readFile: { _ in nil })
  }

  static func problems(_ text: String, _ environment: [String: String] = [:]) -> [String] {
    do throws(ConfigurationErrors) {
      _ = try load(text, environment)
      return []
    } catch { return error.all.map(\.description) }
  }
}
