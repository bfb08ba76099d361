import Configuration

extension Command {
  static let config = Command(
    name: "config", summary: "checks a configuration, or prints the reference of all settings",
    help: """
      usage: switchboard config validate --config FILE [--allow-mock]
             switchboard config reference

      validate reports everything that is wrong, with line and column, and exits 1 if anything is.
      """
  ) { arguments in
    let options = try Arguments(arguments, options: ["config"], flags: ["allow-mock"])
    try options.refuseWords(beyond: 1)
    switch options.words.first {
    case "reference": Output.line(ConfigurationReference.render(schemas: ConfigurationLoading.schemas))
    case "validate":
      guard let path = options["config"] else { throw UsageError("--config FILE is required") }
      let configuration = try ConfigurationLoading.read(path, allowMock: options.has("allow-mock"))
      _ = try ConfigurationLoading.settings(configuration)
      Output.line("\(path) is good: \(configuration.providers.map(\.name).joined(separator: ", "))")
    default: throw UsageError("validate or reference?")
    }
  }
}
