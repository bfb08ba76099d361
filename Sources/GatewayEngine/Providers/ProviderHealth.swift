package import MeetingCore
import Synchronization

/// What the last calls to each account showed.
package final class ProviderHealth: Sendable {
  package struct Report: Sendable, Hashable {
    package var lastError: ErrorCode?
    package var since: Timestamp?
    package var credentials: ProviderView.Credentials = .unknown
    package var health: ProviderView.Health = .unknown
  }

  private let reports = Mutex<[String: Report]>([:])

  package init() {}

  package func report(of account: String) -> Report { reports.withLock { $0[account] ?? Report() } }

  func succeeded(_ account: String, at time: Timestamp) {
    reports.withLock { reports in
      var report = reports[account] ?? Report()
      if report.health != .ok { report.since = time }
      report.health = .ok
      report.credentials = .ok
      report.lastError = nil
      reports[account] = report
    }
  }

  /// Only failures that speak of the account count: a refused request is the caller's matter.
  func failed(_ account: String, _ code: ErrorCode, at time: Timestamp) {
    let telling: Set<ErrorCode> = [
      .providerCredentials, .providerUnavailable, .providerTimeout, .providerRateLimited, .providerBadResponse,
    ]
    guard telling.contains(code) else { return }
    reports.withLock { reports in
      var report = reports[account] ?? Report()
      if report.health != .degraded { report.since = time }
      report.health = .degraded
      report.lastError = code
      if code == .providerCredentials { report.credentials = .rejected }
      reports[account] = report
    }
  }
}
