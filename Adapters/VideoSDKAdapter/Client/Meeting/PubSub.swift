import JSONCoding

/// A meeting's topics. Anybody in the meeting may publish to any: whoever acts on a message goes by its `senderId`.
public final class PubSub: Sendable {
  private static let publishFailed = 4087

  private let driver: MeetingDriver

  init(_ driver: MeetingDriver) { self.driver = driver }

  /// Sends a message to everybody who subscribed to a topic, oneself included. Messages go out in the order in which they are
  /// published. What the service refuses is told to `onError` (4087).
  ///
  /// `options` has `persist`, for a message that is shown to whoever subscribes later, and `sendOnly`, a list of the ids of the
  /// only ones to get it. `payload` is attached; what in it cannot be written as JSON is told by its place (3073).
  public func publish(topic: String, message: String, options: [String: Any] = [:], payload: [String: Any] = [:]) {
    do {
      let attached: JSON = payload.isEmpty ? .null : try LooseValue.json(payload, at: "payload")
      send(topic, message, options, attached)
    } catch { driver.report(.parameter(error.path, "cannot be written as JSON")) }
  }

  /// As the other, with a text attached, as SDKs before 3 have it.
  public func publish(topic: String, message: String, options: [String: Any] = [:], payload: String) {
    send(topic, message, options, .string(payload))
  }

  /// Hears a topic from now on; what was persisted comes to `onOldMessagesReceived`. Before the meeting is joined it is
  /// remembered. Adding somebody twice shows them the old messages once more. They are not kept alive.
  public func subscribe(topic: String, forListener listener: any PubSubMessageListener) {
    driver.subscribe(listener, to: topic)
  }

  /// Hears a topic no more.
  public func unsubscribe(topic: String, forListener listener: any PubSubMessageListener) {
    driver.unsubscribe(listener, from: topic)
  }

  private func send(_ topic: String, _ message: String, _ options: [String: Any], _ payload: JSON) {
    if topic.isEmpty { return driver.report(.parameter("topic", "is empty")) }
    var (isPersisted, recipients) = (false, [String]?.none)
    for (name, value) in options {
      switch (name, value) {
      case ("persist", let value as Bool): isPersisted = value
      case ("sendOnly", let value as [String]): recipients = value
      case ("persist", _): return driver.report(.parameter("options.persist", "is neither true nor false"))
      case ("sendOnly", _): return driver.report(.parameter("options.sendOnly", "is no list of texts"))
      default: return driver.report(.parameter("options." + name, "is no option"))
      }
    }
    driver.send(
      .publish(topic: topic, message: message, payload: payload, isPersisted: isPersisted, to: recipients),
      failing: Self.publishFailed)
  }
}
