import Glibc

/// Sends prepared requests to one address and prints what came of it as one line of JSON.
@main
enum LoadGenerator {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      FileLimit.raise()
      signal(SIGPIPE, SIG_IGN)
      Output.line(try run(options))
    } catch {
      Output.error("load generator: \(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options) throws(LoadFailure) -> String {
    switch options.mode {
    case .closed:
      var loop = try ClosedLoop(options)
      return try loop.run().json
    case .constant:
      var rate = try ConstantRate(options)
      return try rate.run().json
    case .fanout:
      var fan = try FanOut(options)
      return try fan.run()
    }
  }
}
