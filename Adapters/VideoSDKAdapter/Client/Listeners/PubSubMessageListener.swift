/// Hears the messages of a topic. Every method has an empty body by default. Called where the meeting's listeners are, and
/// kept as they are.
public protocol PubSubMessageListener: AnyObject {
  /// A message of a topic that was subscribed to; one's own come back, too.
  func onMessageReceived(_ message: PubSubMessage)
  /// What was persisted before the topic was subscribed to, once per subscription.
  func onOldMessagesReceived(_ messages: [PubSubMessage], info: OldMessagesInfo)
  /// Never called here: messages come one by one.
  func onBatchReceived(_ messages: [PubSubMessage])
  /// Never called here: whoever cannot keep up loses the connection instead, and gets what was persisted.
  func onMessageDrop(_ droppedCount: Int)
}

extension PubSubMessageListener {
  public func onMessageReceived(_ message: PubSubMessage) {}
  public func onOldMessagesReceived(_ messages: [PubSubMessage], info: OldMessagesInfo) {}
  public func onBatchReceived(_ messages: [PubSubMessage]) {}
  public func onMessageDrop(_ droppedCount: Int) {}
}
