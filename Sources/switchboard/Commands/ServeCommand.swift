import StructuredLogging

extension Command {
  static let serve = Command(
    name: "serve", summary: "runs the gateway from a configuration file",
    help: """
      usage: switchboard serve --config FILE [--allow-mock] [--ready-file FILE]

        --config FILE      the configuration (see `switchboard config reference`)
        --allow-mock       lets an environment of production use providers marked as mocks
        --ready-file FILE  written once the gateway answers: {"gateway":{"url"}}

      SIGTERM turns readiness off, lets running work finish and exits 0. Two gateways on one store
      file are refused. Make a key with `switchboard keys create`.
      """
  ) { arguments in
    let options = try Arguments(arguments, options: ["config", "ready-file"], flags: ["allow-mock"])
    try options.refuseWords()
    guard let path = options["config"] else { throw UsageError("--config FILE is required") }
    let configuration = try ConfigurationLoading.read(path, allowMock: options.has("allow-mock"))
    let process = try await Starting.gateway(try ConfigurationLoading.settings(configuration))
    if let file = options["ready-file"] { try Files.write("{\"gateway\":{\"url\":\"\(process.url)\"}}\n", to: file) }
    Output.line("switchboard is listening on \(process.url)")
    await Signals.termination()
    await process.stop()
  }
}
