import JSONCoding

/// What the media server objects to.
struct StreamMediaRefusal: Error, Sendable, Equatable {
  enum Code: String, Sendable {
    case unauthenticated = "UNAUTHENTICATED"
    case permissionDenied = "PERMISSION_DENIED"
    case callNotFound = "CALL_NOT_FOUND"
    case full = "CALL_PARTICIPANT_LIMIT_REACHED"
    case invalid = "REQUEST_VALIDATION_FAILED"
    case participantNotFound = "PARTICIPANT_NOT_FOUND"
  }

  let code: Code
  let message: String
  var shouldRetry = false

  init(_ code: Code, _ message: String, shouldRetry: Bool = false) {
    self.code = code
    self.message = message
    self.shouldRetry = shouldRetry
  }

  /// What the interface would have refused a join with.
  init(_ refusal: StreamRefusal) {
    let code: Code =
      switch refusal.code {
      case 16: .callNotFound
      case 17: .permissionDenied
      default: .unauthenticated
      }
    self.init(code, refusal.cause)
  }

  var document: JSON {
    ["code": .string(code.rawValue), "message": .string(message), "should_retry": .bool(shouldRetry)]
  }

  var frame: JSON { ["type": "Error", "error": document] }
}
