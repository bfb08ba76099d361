import Clocks
import MeetingCore
import Synchronization

/// The inside of a vendor's rooms, as seats see it: whoever sits down pushes out who sat there before, and everybody who
/// sits there hears what is told. Several gateways may share it.
final class FakeInside: Sendable {
  /// One seat's connection.
  final class Connection: Sendable {
    let room: String
    let owner: String
    let port: LivePort
    private let end = Mutex<CheckedContinuation<ProviderFailure?, Never>?>(nil)
    private let ended = Mutex(false)

    init(room: String, owner: String, port: LivePort) {
      self.room = room
      self.owner = owner
      self.port = port
    }

    /// nil = closed for good.
    func finish(_ failure: ProviderFailure?) {
      ended.withLock { $0 = true }
      end.withLock { end in
        defer { end = nil }
        return end
      }?.resume(returning: failure)
    }

    func wait() async -> ProviderFailure? {
      await withCheckedContinuation { continuation in
        end.withLock { $0 = continuation }
        if ended.withLock({ $0 }) { finish(nil) }
      }
    }
  }

  private struct State {
    var sitting: [Connection] = []
    /// How many sat in one room at once, at most.
    var most = 0
    var took: [String] = []
    var left: [String] = []
    var refusals: [ProviderFailure] = []
    /// What whoever sits down finds.
    var found: [String: [Fact]] = [:]
  }

  private let state = Mutex(State())
  /// Whether whoever sits down pushes out who sat there before.
  private let evicts: Bool

  init(evicts: Bool = true) { self.evicts = evicts }

  var most: Int { state.withLock { $0.most } }
  /// Whose seats were taken, in order.
  var took: [String] { state.withLock { $0.took } }
  /// Whose seats were left politely.
  var left: [String] { state.withLock { $0.left } }

  func sitting(in room: String) -> [Connection] { state.withLock { $0.sitting.filter { $0.room == room } } }
  func refuse(_ failures: ProviderFailure...) { state.withLock { $0.refusals = failures } }
  func find(_ facts: [Fact], in room: String) { state.withLock { $0.found[room] = facts } }

  /// Everybody who sits in the room hears it. False when somebody was told that they are too late.
  @discardableResult
  func tell(_ facts: [Fact], in room: String) async -> Bool {
    var isHeard = true
    for connection in sitting(in: room) {
      do { try await connection.port.emit(facts) } catch {
        isHeard = false
        connection.finish(ProviderFailure(.cancelled, executed: .no, operation: "seat"))
      }
    }
    return isHeard
  }

  /// Cuts the connections in a room; nil = there is nothing left to sit in.
  func cut(_ room: String, _ failure: ProviderFailure?) {
    for connection in sitting(in: room) { connection.finish(failure) }
  }

  func sit(_ room: String, _ owner: String, _ port: LivePort, _ time: any TimeSource) async throws(ProviderFailure) {
    if let refusal = state.withLock({ $0.refusals.isEmpty ? nil : $0.refusals.removeFirst() }) { throw refusal }
    let connection = Connection(room: room, owner: owner, port: port)
    let (evicted, found) = state.withLock { state in
      let evicted = evicts ? state.sitting.filter { $0.room == room } : []
      state.sitting.removeAll { other in evicted.contains { $0 === other } }
      state.sitting.append(connection)
      state.most = max(state.most, state.sitting.count { $0.room == room })
      state.took.append(owner)
      return (evicted, state.found[room] ?? [])
    }
    for other in evicted { other.finish(ProviderFailure(.superseded, executed: .no, operation: "seat")) }
    let failure = await withTaskCancellationHandler {
      let now = Timestamp(nanoseconds: time.wallNanoseconds)
      let seated = Fact(occurredAt: now, source: .socket, .seat(isThere: true))
      do { try await port.emit([seated] + found) } catch { return ProviderFailure?.none }
      return await connection.wait()
    } onCancel: {
      state.withLock { $0.left.append(owner) }
      connection.finish(nil)
    }
    state.withLock { state in state.sitting.removeAll { $0 === connection } }
    if let failure { throw failure }
  }
}
