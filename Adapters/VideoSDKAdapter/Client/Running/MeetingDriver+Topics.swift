import JSONCoding
import MeetingCore
import Synchronization

/// Topics and their messages.
extension MeetingDriver {
  private static let subscribeFailed = 4088
  private static let unsubscribeFailed = 4089

  /// Before the meeting is joined it is remembered, and done then.
  func subscribe(_ listener: any PubSubMessageListener, to topic: String) {
    topics.add(listener, to: topic)
    let id = ObjectIdentifier(listener)
    guard isIn else { return }
    withSocket { socket in
      socket.send(.subscribe(topic: topic)) { [weak self] in self?.showHistory($0, of: topic, only: id) }
    }
  }

  func unsubscribe(_ listener: any PubSubMessageListener, from topic: String) {
    topics.remove(listener, from: topic)
    letGo(topic)
  }

  /// On every connection anew.
  func resubscribe() {
    let isAgain = state.withLock { state in
      defer { state.wasIn = true }
      return state.wasIn
    }
    for topic in topics.heard {
      withSocket { socket in
        socket.send(.subscribe(topic: topic)) { [weak self] result in
          if isAgain { self?.showMissed(result) } else { self?.showHistory(result, of: topic, only: nil) }
        }
      }
    }
  }

  /// Where the listeners are called.
  func deliver(_ message: SignallingMessage) {
    guard state.withLock({ $0.seen.insert(message.id) }) else { return }
    guard let listeners = topics.listeners(of: message.topic) else { return }
    let shown = PubSubMessage(message)
    listeners.call { $0.onMessageReceived(shown) }
    // Listeners go without saying so.
    letGo(message.topic)
  }

  private var isIn: Bool { state.withLock { $0.phase == .joined } }

  private func letGo(_ topic: String) {
    guard topics.dropUnheard(topic), isIn else { return }
    send(.unsubscribe(topic: topic), failing: Self.unsubscribeFailed)
  }

  /// What was persisted before somebody subscribed, for them; nil = everybody who did.
  private func showHistory(_ result: Result<JSON, ProviderFailure>, of topic: String, only id: ObjectIdentifier?) {
    guard let messages = read(result) else { return }
    queue.enqueue {
      self.state.withLock { state in for message in messages { _ = state.seen.insert(message.id) } }
      let shown = messages.map(PubSubMessage.init)
      guard let listeners = self.topics.listeners(of: topic) else { return }
      let tell = { (listener: any PubSubMessageListener) in
        listener.onOldMessagesReceived(shown, info: OldMessagesInfo(isLast: true))
      }
      if let id { listeners.call(only: id, tell) } else { listeners.call(tell) }
    }
  }

  /// What was persisted while there was no connection: as if it came now.
  private func showMissed(_ result: Result<JSON, ProviderFailure>) {
    guard let messages = read(result) else { return }
    queue.enqueue { for message in messages { self.deliver(message) } }
  }

  private func read(_ result: Result<JSON, ProviderFailure>) -> [SignallingMessage]? {
    switch result {
    case .success(let answer): return SignallingMessage.list(answer["messages"])
    case .failure(let failure):
      if failure.reason != .cancelled { report(VideoSDKError(failure, code: Self.subscribeFailed)) }
      return nil
    }
  }
}
