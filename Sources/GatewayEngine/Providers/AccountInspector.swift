import Clocks
import JSONCoding
import MeetingCore
import StructuredLogging

/// Looks at each account as its vendor has it, from the start on and seldom: what is not as it must be is said in the log
/// once, and shown with the provider until it is mended. It changes nothing there.
struct AccountInspector: Sendable {
  /// How long until the next look, by how the last one went.
  private enum Pause {
    static let good: Duration = .seconds(3_600)
    static let notGood: Duration = .seconds(300)
    static let unreachable: Duration = .seconds(60)
  }

  let services: Services

  /// Until cancelled.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for account in services.registry.accounts {
        guard let keeping = account.keeping else { continue }
        group.addTask { await watch(account, keeping) }
      }
    }
  }

  private func watch(_ account: ProviderAccount, _ keeping: any AccountKeeping) async {
    while !Task.isCancelled {
      let pause = await inspect(account, keeping)
      do { try await services.time.sleep(for: pause) } catch { return }
    }
  }

  private func inspect(_ account: ProviderAccount, _ keeping: any AccountKeeping) async -> Duration {
    let situation = AccountSituation(hookURL: services.options.hookURL(of: account.name))
    let context = services.context(nil, actor: nil)
    do {
      let findings = try await services.calls.run(account, .read, context) { () throws(ProviderFailure) in
        try await keeping.inspect(situation, context)
      }
      if services.inspections.replace(findings, of: account.name) { tell(findings, of: account) }
      return findings.contains(where: \.isWrong) ? Pause.notGood : Pause.good
    } catch {
      return Pause.unreachable
    }
  }

  private func tell(_ findings: [AccountFinding], of account: ProviderAccount) {
    for finding in findings where finding.isWrong {
      services.logger.warning(
        "an account is not as it must be",
        [
          "provider": .string(account.name), "subject": .string(finding.subject.rawValue),
          "state": .string(finding.state.rawValue), "finding": .string(finding.message),
          "remedy": finding.remedy.map(JSON.string) ?? .null,
        ])
    }
  }
}
