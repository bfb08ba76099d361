public import MeetingContract
public import MeetingCore
import Synchronization

/// The contract over one harness, run piece by piece: whoever wants to know how a behaviour came out has it run if nobody
/// has wanted to know before. So tests of single behaviours and one over all of them need one run between them.
public final class ContractLedger: Sendable {
  private struct Entry: Hashable {
    let behaviour: String
    let kind: RoomKind
  }

  private let runner: ContractRunner
  private let entries = Mutex<[Entry: Task<ContractResult, Never>]>([:])

  /// `atOnce` is for `results`: how many run side by side there.
  public init(harness: any ContractHarness, atOnce: Int = 1) {
    runner = ContractRunner(harness: harness, atOnce: atOnce)
  }

  /// What all of this is about.
  public var harness: any ContractHarness { runner.harness }

  /// How one behaviour came out. What is under way is finished even if whoever asked is cancelled: others may ask, too.
  public func result(of behaviour: ContractBehaviour, kind: RoomKind) async -> ContractResult {
    let runner = runner
    let task = entries.withLock { entries in
      let entry = Entry(behaviour: behaviour.name, kind: kind)
      if let known = entries[entry] { return known }
      let task = Task { await runner.run(behaviour, kind: kind) }
      entries[entry] = task
      return task
    }
    return await task.value
  }

  /// How every behaviour came out on every kind of room, in their order.
  public func results() async -> [ContractResult] {
    let pairs = harness.kinds.flatMap { kind in ContractBehaviour.all.map { (behaviour: $0, kind: kind) } }
    await withTaskGroup(of: Void.self) { group in
      for (index, pair) in pairs.enumerated() {
        if index >= runner.atOnce { await group.next() }
        group.addTask { _ = await self.result(of: pair.behaviour, kind: pair.kind) }
      }
    }
    var results: [ContractResult] = []
    for pair in pairs { results.append(await result(of: pair.behaviour, kind: pair.kind)) }
    return results
  }
}
