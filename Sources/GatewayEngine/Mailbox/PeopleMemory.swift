import MeetingCore
import Synchronization

/// People read lately. Whoever is being changed is not known here, and what was read before a change is not kept after it:
/// so nobody is seen as they were.
final class PeopleMemory: Sendable {
  struct Key: Hashable {
    let tenant: String
    let externalID: String
  }

  struct Glance {
    var known: [String: Person] = [:]
    var missing: [String] = []
    /// What was read since belongs to this state of things.
    var change = 0
  }

  private struct Memory {
    var people: [Key: Person] = [:]
    var changing: [Key: Int] = [:]
    var changes = 0
  }

  /// Full, it starts afresh: what is needed is soon there again.
  private static let limit = 20_000
  private let memory = Mutex(Memory())

  func look(for ids: Set<String>, _ tenant: String) -> Glance {
    memory.withLock { memory in
      var glance = Glance(change: memory.changes)
      for id in ids {
        if let person = memory.people[Key(tenant: tenant, externalID: id)] {
          glance.known[id] = person
        } else {
          glance.missing.append(id)
        }
      }
      return glance
    }
  }

  /// Keeps what was read, unless somebody was changed meanwhile.
  func keep(_ people: [String: Person], _ tenant: String, asOf change: Int) {
    memory.withLock { memory in
      guard memory.changes == change else { return }
      if memory.people.count + people.count > Self.limit { memory.people = [:] }
      for (id, person) in people.prefix(Self.limit) {
        let key = Key(tenant: tenant, externalID: id)
        if memory.changing[key] == nil { memory.people[key] = person }
      }
    }
  }

  func beginChange(of keys: [Key]) {
    guard !keys.isEmpty else { return }
    memory.withLock { memory in
      for key in keys {
        memory.people[key] = nil
        memory.changing[key, default: 0] += 1
      }
    }
  }

  func endChange(of keys: [Key]) {
    guard !keys.isEmpty else { return }
    memory.withLock { memory in
      memory.changes += 1
      for key in keys {
        let left = memory.changing[key, default: 1] - 1
        memory.changing[key] = left > 0 ? left : nil
      }
    }
  }
}
