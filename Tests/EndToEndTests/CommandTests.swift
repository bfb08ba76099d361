import Glibc
import ProgramTesting
import Testing

@Suite
struct CommandTests {
  static let commands = ["demo", "serve", "mock", "contract", "providers", "config", "keys", "problems"]

  @Test func theHelpNamesEveryCommand() async throws {
    let help = try await Program.run("--help")
    #expect(help.status == 0)
    #expect(Self.commands.filter { !help.output.contains("\n  \($0) ") } == [])
  }

  @Test func theVersionIsTold() async throws {
    let version = try await Program.run("--version")
    #expect(version.status == 0)
    #expect(version.output.wholeMatch(of: #/switchboard \d+\.\d+\.\d+\n/#) != nil, "\(version.output)")
  }

  @Test(arguments: commands)
  func everyCommandHasHelp(_ command: String) async throws {
    let help = try await Program.run(command, "--help")
    #expect(help.status == 0)
    #expect(help.output.contains("usage: switchboard \(command)"))
    #expect(help.errors.isEmpty)
  }

  @Test(arguments: [
    ["nonsense"], [], ["demo", "--colour", "red"], ["demo", "--port", "70000"], ["demo", "--port"], ["demo", "word"],
    ["serve"], ["config"], ["config", "nonsense"], ["keys"], ["keys", "nonsense"], ["mock"], ["mock", "nobody"],
    ["mock", "stream", "--api-secret", ""],
  ])
  func whatCannotBeUnderstoodIsAUsageError(_ arguments: [String]) async throws {
    let process = try RunningProgram(arguments)
    #expect(await process.exit(within: .seconds(10)) == 2)
    if !arguments.isEmpty { #expect(!process.errors.isEmpty) }
  }

  @Test func theReferenceHasEverySection() async throws {
    let reference = try await Program.run("config", "reference")
    #expect(reference.status == 0)
    let sections = ["server.listen", "store.path", "secrets.token_key", "providers[", "tenants[", "log.level"]
    #expect(sections.filter { !reference.output.contains($0) } == [])
  }

  @Test func aKeyOfATenantThatIsNotThereIsRefused() async throws {
    let folder = TemporaryFolder()
    let secret = folder.write("0123456789012345678901234567890123456789\n", to: "secret")
    let path = folder.write(
      """
      store: {path: \(folder.file("x.db"))}
      secrets: {token_key: file:\(secret)}
      tenants: [{name: acme}, {name: zenith}]
      providers: [{name: s, kind: stream, credentials: {api_key: file:\(secret), api_secret: file:\(secret)}}]

      """, to: "keys.yaml")
    let refused = try await Program.run("keys", "create", "--config", path, "--tenant", "nope")
    #expect(refused.status == 1)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.contains("acme, zenith"), "\(refused.errors)")
    #expect(try await Program.run("keys", "create", "--config", path, "--tenant", "zenith").status == 0)
  }

  @Test func aBadConfigurationIsReportedWithItsLines() async throws {
    let folder = TemporaryFolder()
    let path = folder.write(
      """
      environment: development
      colour: red
      store: {path: x.db}
      log:
        level: loud
      providers:
        - name: stream-main
          kind: nobody

      """, to: "bad.yaml")
    let result = try await Program.run("config", "validate", "--config", path)
    #expect(result.status == 1)
    for place in ["colour (line 2,", "log.level (line 5,", "kind (line 8,"] {
      #expect(result.errors.contains(place), "\(place) in \(result.errors)")
    }
    let missing = try await Program.run("config", "validate", "--config", folder.file("none.yaml"))
    #expect(missing.status == 1)
  }

  @Test func aGoodConfigurationIsSaidToBeGood() async throws {
    let folder = TemporaryFolder()
    let secret = folder.write("0123456789012345678901234567890123456789\n", to: "secret")
    let path = folder.write(
      """
      store: {path: \(folder.file("x.db"))}
      secrets: {token_key: file:\(secret)}
      tenants: [{name: default}]
      providers:
        - name: stream-main
          kind: stream
          credentials: {api_key: file:\(secret), api_secret: file:\(secret)}

      """, to: "good.yaml")
    let result = try await Program.run("config", "validate", "--config", path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("stream-main"))
    #expect(!(result.output + result.errors).contains("0123456789"))
    #expect(access(folder.file("x.db"), F_OK) != 0, "validating makes no store")
  }
}
