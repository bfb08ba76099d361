extension Command {
  static let demo = Command(
    name: "demo", summary: "runs a gateway and mock vendors on this machine, ready to try",
    help: """
      usage: switchboard demo [--port N] [--data DIR] [--ready-file FILE]

        --port N           the gateway's port (8080); 0 takes a free one
        --data DIR         keeps rooms, events and the key there; absent: a temporary folder,
                           removed at the end
        --ready-file FILE  written when everything answers: {"gateway":{"url","key",
                           "tool_secret"},"mocks":{"stream":{"url","api_key","api_secret",
                           "openai_api_key"}}}

      The mocks take free ports. Everything listens on 127.0.0.1 only.
      """
  ) { arguments in
    let options = try Arguments(arguments, options: ["port", "data", "ready-file"])
    try options.refuseWords()
    let port = try options.integer("port", in: 0...65_535, or: 8_080)
    let demo = try await Demo.start(port: port, data: options["data"])
    do {
      if let file = options["ready-file"] { try Files.write(demo.readyText, to: file) }
    } catch {
      await demo.stop()
      throw error
    }
    Output.line(demo.introduction)
    await Signals.termination()
    await demo.stop()
  }
}
