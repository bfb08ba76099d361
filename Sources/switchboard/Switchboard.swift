import Glibc

/// The program: finds the command, runs it, and says what went wrong. Exit 0 ok, 1 failed, 2 usage.
@main
struct Switchboard {
  static let commands: [Command] = [.demo, .serve, .mock, .contract, .providers, .config, .keys, .problems]

  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is a write that fails, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    Signals.prepare()
    FileLimit.raise()
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ arguments: [String]) async -> Int32 {
    guard let first = arguments.first, !["--help", "-h", "help"].contains(first) else {
      Output.line(overview)
      return arguments.isEmpty ? 2 : 0
    }
    if first == "--version" {
      Output.line("switchboard \(ProgramVersion.text)")
      return 0
    }
    guard let command = commands.first(where: { $0.name == first }) else {
      Output.problem("switchboard: there is no command '\(first)'; try switchboard --help")
      return 2
    }
    let rest = Array(arguments.dropFirst())
    if rest.contains("--help") || rest.contains("-h") {
      Output.line("switchboard \(command.name): \(command.summary)\n\n\(command.help)")
      return 0
    }
    return await run(command, rest)
  }

  private static func run(_ command: Command, _ arguments: [String]) async -> Int32 {
    do {
      try await command.run(arguments)
      return 0
    } catch let error as UsageError {
      Output.problem("switchboard \(command.name): \(error.message)\n\n\(command.help)")
      return 2
    } catch let error as CommandError {
      Output.problem("switchboard \(command.name): \(error.message)")
      return 1
    } catch {
      Output.problem("switchboard \(command.name): \(error)")
      return 1
    }
  }

  private static var overview: String {
    let width = commands.map(\.name.count).max() ?? 0
    let lines = commands.map { command in
      "  \(command.name)\(String(repeating: " ", count: width - command.name.count + 2))\(command.summary)"
    }
    return """
      switchboard: live rooms and voice calls of several vendors behind one HTTP API.

      usage: switchboard COMMAND [OPTIONS]        switchboard COMMAND --help
             switchboard --version

      \(lines.joined(separator: "\n"))

      Start with `switchboard demo`: a gateway and mock vendors on this machine, with a key and
      requests to try. No account is needed.
      """
  }
}
