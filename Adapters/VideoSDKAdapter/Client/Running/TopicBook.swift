import Synchronization

/// Who hears which topic.
final class TopicBook: Sendable {
  private let lists = Mutex<[String: ListenerList<WeakMessageListener>]>([:])

  func add(_ listener: any PubSubMessageListener, to topic: String) {
    lists.withLock { lists in
      let list = lists[topic] ?? ListenerList()
      lists[topic] = list
      return list
    }.add(listener)
  }

  func remove(_ listener: any PubSubMessageListener, from topic: String) {
    lists.withLock { $0[topic] }?.remove(listener)
  }

  func listeners(of topic: String) -> ListenerList<WeakMessageListener>? { lists.withLock { $0[topic] } }

  /// Forgets a topic that nobody hears any more. Whether there is one less.
  func dropUnheard(_ topic: String) -> Bool {
    lists.withLock { lists in
      guard lists[topic]?.isEmpty == true else { return false }
      lists[topic] = nil
      return true
    }
  }

  /// Every topic that somebody hears, in a stable order.
  var heard: [String] { lists.withLock { $0.filter { !$0.value.isEmpty }.keys.sorted() } }
}
