/// A request of the server's to a client.
enum VideoSDKQuestion: Sendable, Equatable {
  /// To switch something off, at once and unasked.
  case disable(VideoSDKMedia)
  /// To switch something on, which its user decides.
  case enable(VideoSDKMedia, method: String)
  case consume(consumerID: String)
  case consumeData
  case close
  /// Whatever the control plane wants to know.
  case other(method: String)

  /// The frame's `method`.
  var method: String {
    switch self {
    case .disable(.video), .disable(.screen): "disableWebcam"
    case .disable: "disableMic"
    case .enable(_, let method), .other(let method): method
    case .consume: "newConsumer"
    case .consumeData: "newDataConsumer"
    case .close: "close"
    }
  }
}
