/// What an `error` frame tells.
struct PolySignalRefusal: Error, Sendable, Equatable {
  /// The codes that the vendor's page lists.
  enum Code: String, CaseIterable, Sendable {
    case unauthorized = "UNAUTHORIZED"
    case forbidden = "FORBIDDEN"
    case invalidArgument = "INVALID_ARGUMENT"
    case invalidMessage = "INVALID_MESSAGE"
    case handlerError = "HANDLER_ERROR"
    case mediaBridgeFailure = "MEDIA_BRIDGE_FAILURE"
    case agentFailure = "AGENT_FAILURE"
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
