import Synchronization

/// Listeners in the order in which they came, each once. It keeps none of them alive.
final class ListenerList<Entry: WeakListener>: Sendable {
  private let entries = Mutex<[Entry]>([])

  /// Whoever is there already is called once all the same.
  func add(_ listener: Entry.Listener) {
    let entry = Entry(listener)
    entries.withLock { entries in
      // An address may be used again after its listener is gone.
      entries.removeAll { $0.listener == nil }
      if !entries.contains(where: { $0.id == entry.id }) { entries.append(entry) }
    }
  }

  func remove(_ listener: Entry.Listener) {
    let id = Entry(listener).id
    entries.withLock { $0.removeAll { $0.id == id || $0.listener == nil } }
  }

  func removeAll() { entries.withLock { $0 = [] } }

  var isEmpty: Bool { entries.withLock { $0.allSatisfy { $0.listener == nil } } }

  /// Calls those who are there now. Who is removed on the way is not called any more, and who is added not yet.
  func call(_ body: (Entry.Listener) -> Void) {
    for entry in entries.withLock({ $0 }) {
      guard entries.withLock({ $0.contains { $0.id == entry.id } }), let listener = entry.listener else { continue }
      body(listener)
    }
  }

  /// Calls one, if it is there.
  func call(only id: ObjectIdentifier, _ body: (Entry.Listener) -> Void) {
    if let listener = entries.withLock({ $0.first { $0.id == id } })?.listener { body(listener) }
  }
}
