import Store
import Synchronization

/// The claims that this process is working on now, and what an earlier run of theirs had begun to create.
final class RunningClaims: Sendable {
  private let resources = Mutex<[String: String?]>([:])

  static func name(_ claim: IdempotencyClaim) -> String { "\(claim.principal)\n\(claim.route)\n\(claim.key)" }

  /// False when somebody here has it already.
  @discardableResult
  func begin(_ claim: IdempotencyClaim, resource: String? = nil) -> Bool {
    resources.withLock { resources in
      guard resources[Self.name(claim)] == nil else { return false }
      resources[Self.name(claim)] = .some(resource)
      return true
    }
  }

  func end(_ claim: IdempotencyClaim) { resources.withLock { $0[Self.name(claim)] = nil } }
  func contains(_ claim: IdempotencyClaim) -> Bool { resources.withLock { $0[Self.name(claim)] != nil } }
  func resource(of claim: IdempotencyClaim) -> String? { resources.withLock { $0[Self.name(claim)] ?? nil } }
}
