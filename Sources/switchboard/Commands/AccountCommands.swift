import Clocks
import Configuration
import Cryptography
import GatewayEngine
import HTTPClient
import HTTPTypes
import JSONCoding
import MeetingCore
import ProviderCatalog
import SQLiteStore
import Store

/// The work of `switchboard providers check` and `setup`.
struct AccountCommands {
  private let options: Arguments
  private let configuration: GatewayConfiguration
  private let settings: GatewaySettings

  init(_ options: Arguments) throws {
    guard let file = options["config"] else { throw UsageError("--config FILE is required") }
    self.options = options
    configuration = try ConfigurationLoading.read(file, allowMock: true)
    var settings = try ConfigurationLoading.settings(configuration)
    if let url = options["public-url"] {
      guard AbsoluteURL(url)?.isBase == true else {
        throw UsageError("--public-url is https://host or http://host, with a path if need be, and nothing else")
      }
      settings.publicURL = url
    }
    self.settings = settings
  }

  func check() async throws {
    var wrong = 0
    for account in try accounts(named: options.words.dropFirst().first) {
      for finding in try await inspect(account) {
        if finding.isWrong { wrong += 1 }
        Output.line(options.has("json") ? Self.json(finding, account.name) : Self.text(finding, account.name))
      }
    }
    if wrong > 0 { throw CommandError(wrong == 1 ? "one thing is wrong" : "\(wrong) things are wrong") }
  }

  func setUp() async throws {
    guard let name = options.words.dropFirst().first else { throw UsageError("which provider? setup NAME") }
    guard let account = try accounts(named: name).first else { return }
    let result = options.has("apply") ? try await alone(account) : try await setUp(account, isRehearsal: true)
    let prefix = options.has("apply") ? "done" : "to do"
    for step in result.steps { Output.line("\(prefix): \(step)") }
    for refusal in result.refusals { Output.line("by hand: \(refusal)") }
    if result.steps.isEmpty, result.refusals.isEmpty { Output.line("\(name) is as it must be") }
    if !result.steps.isEmpty, !options.has("apply") { Output.line("Nothing was changed; --apply does it.") }
    if !result.refusals.isEmpty { throw CommandError("not everything can be done here") }
  }

  // MARK: The accounts

  private func accounts(named name: String?) throws -> [GatewaySettings.Provider] {
    guard let name else { return settings.providers }
    guard let account = settings.providers.first(where: { $0.name == name }) else {
      let names = settings.providers.map(\.name).joined(separator: ", ")
      throw CommandError("the configuration has no provider \(name); it has: \(names)")
    }
    return [account]
  }

  private func inspect(_ account: GatewaySettings.Provider) async throws -> [AccountFinding] {
    try await with(account) { keeping, situation, context throws(ProviderFailure) in
      try await keeping.inspect(situation, context)
    } ?? [AccountFinding(.rooms, .unknown, "there is nothing to look at for this kind of provider")]
  }

  private func setUp(_ account: GatewaySettings.Provider, isRehearsal: Bool) async throws -> AccountSetUp {
    try await with(account) { keeping, situation, context throws(ProviderFailure) in
      try await keeping.setUp(situation, isRehearsal: isRehearsal, context)
    } ?? AccountSetUp(steps: [], refusals: [])
  }

  /// One at a time: two who write the same list would each undo the other's.
  private func alone(_ account: GatewaySettings.Provider) async throws -> AccountSetUp {
    let store = try KeyCommands.open(configuration.storePath)
    do {
      let now = SystemTime().wallNanoseconds
      let owner = SortableIdentifier.make(wallNanoseconds: now, random: SystemRandom())
      let lease = try await store.takeLease(
        "setup:\(account.name)", owner: owner, now: now, until: now + Self.limit.nanoseconds)
      guard let lease else { throw CommandError("\(account.name) is being set up by somebody else") }
      let result: AccountSetUp
      do { result = try await setUp(account, isRehearsal: false) } catch {
        try? await store.releaseLease(lease)
        throw error
      }
      try await store.releaseLease(lease)
      await store.close()
      return result
    } catch {
      await store.close()
      throw error
    }
  }

  private static let limit: Duration = .seconds(60)

  /// nil where the kind of provider has nothing to look after.
  private func with<Value: Sendable>(
    _ provider: GatewaySettings.Provider,
    _ body: (any AccountKeeping, AccountSituation, CallContext) async throws(ProviderFailure) -> Value
  ) async throws -> Value? {
    let client = HTTPClient()
    let surroundings = ProviderKind.Surroundings(transport: client, time: SystemTime(), random: SystemRandom())
    let account = ProviderAccount(
      name: provider.name, description: provider.kind.description, isMock: provider.isMock,
      provider: try provider.kind.makeProvider(
        settings.account(of: provider, reachedAt: settings.publicURL), surroundings))
    let result: Result<Value, ProviderFailure>?
    if let keeping = account.keeping {
      let situation = AccountSituation(
        hookURL: settings.publicURL.map { GatewayOptions.hookURL($0, of: provider.name) })
      let context = CallContext(deadline: ContinuousClock.now.advanced(by: Self.limit))
      do throws(ProviderFailure) { result = .success(try await body(keeping, situation, context)) } catch {
        result = .failure(error)
      }
    } else {
      result = nil
    }
    await client.shutdown()
    do { return try result?.get() } catch {
      throw CommandError(FailureMapping.error(error, provider: provider.name, kind: provider.kind.kind).detail)
    }
  }

  // MARK: What is said

  private static func text(_ finding: AccountFinding, _ name: String) -> String {
    let line = "\(name)  \(finding.state.rawValue)  \(finding.subject.rawValue): \(finding.message)"
    return finding.remedy.map { "\(line)\n    → \($0)" } ?? line
  }

  private static func json(_ finding: AccountFinding, _ name: String) -> String {
    let line: JSON = [
      "provider": .string(name), "subject": .string(finding.subject.rawValue), "state": .string(finding.state.rawValue),
      "message": .string(finding.message), "remedy": finding.remedy.map(JSON.string) ?? .null,
    ]
    return line.text()
  }
}
