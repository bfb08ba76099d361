/// The environment's name of a setting: `providers[stream-main].mock` is `SWITCHBOARD_PROVIDERS__STREAM_MAIN__MOCK`.
enum EnvironmentName {
  static let prefix = "SWITCHBOARD_"

  static func of(_ path: String) -> String {
    let parts = path.split { $0 == "." || $0 == "[" || $0 == "]" }
    return prefix + parts.map { $0.uppercased().replacing("-", with: "_") }.joined(separator: "__")
  }
}
