import MeetingCore
import Synchronization

/// An account that finds what it is told to.
final class FakeKeeper: AccountKeeping {
  private let results: Mutex<[Result<[AccountFinding], ProviderFailure>]>
  private let seen = Mutex<[AccountSituation]>([])

  /// One result for each look; the last holds on.
  init(_ results: Result<[AccountFinding], ProviderFailure>...) { self.results = Mutex(results) }

  var looks: [AccountSituation] { seen.withLock { $0 } }

  func inspect(_ situation: AccountSituation, _ context: CallContext) async throws(ProviderFailure)
    -> [AccountFinding]
  {
    seen.withLock { $0.append(situation) }
    return try results.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
  }

  func setUp(_ situation: AccountSituation, isRehearsal: Bool, _ context: CallContext)
    async throws(ProviderFailure) -> AccountSetUp
  {
    AccountSetUp(steps: [], refusals: [])
  }
}
