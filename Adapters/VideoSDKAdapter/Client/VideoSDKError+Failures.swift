import MeetingCore

extension VideoSDKError {
  /// `code` where the service gave none of its own.
  init(_ failure: ProviderFailure, code fallback: Int? = nil) {
    let kind = Self.kind(failure)
    let own = failure.vendorCode.flatMap { Int($0) }.flatMap { (3_000..<6_000).contains($0) ? $0 : nil }
    self.init(
      kind, code: own ?? fallback ?? Self.code(kind),
      message: "\(failure.operation): \(failure.vendorMessage?.text ?? Self.words(failure.reason))")
  }

  private static func kind(_ failure: ProviderFailure) -> Kind {
    if failure.vendorCode == String(RefusalCode.duplicateParticipant) { return .duplicateParticipant }
    return switch failure.reason {
    case .credentials: .invalidToken
    case .forbidden: .notAllowed
    case .notFound: .invalidMeeting
    case .invalid: .invalidParameter(failure.operation)
    case .rateLimited, .leftAlone: .rateLimited
    case .timeout: .timedOut
    case .unavailable: .unavailable
    case .badResponse: .badResponse
    case .cancelled: .cancelled
    // Whatever else the core may know of is a state of things.
    default: .conflict
    }
  }

  private static func code(_ kind: Kind) -> Int {
    switch kind {
    case .invalidToken: 4002
    case .invalidMeeting: 4003
    case .notAllowed: 4025
    case .invalidParameter: 3073
    case .timedOut: 3079
    default: 0
    }
  }

  private static func words(_ reason: ProviderFailure.Reason) -> String {
    switch reason {
    case .badResponse(let pointer): pointer.isEmpty ? "the answer cannot be read" : "the answer lacks \(pointer)"
    case .timeout: "no answer in time"
    case .cancelled: "was not waited for"
    default: "it did not work"
    }
  }

  // MARK: Found out here

  static let noToken = Self(.invalidToken, code: 4002, message: "there is no token: call VideoSDK.config(token:) first")
  static let notJoined = Self(.notJoined, code: 3035, message: "the meeting is not joined")
  static let reconnecting = Self(.reconnecting, code: 3065, message: "the connection is being made anew")
  static let duplicate = Self(
    .duplicateParticipant, code: RefusalCode.duplicateParticipant, message: "somebody else joined as this participant")

  static func already(_ what: String) -> Self { Self(.alreadyThere, code: 3055, message: "already " + what) }

  static func parameter(_ name: String, _ words: String, code: Int = 3073) -> Self {
    Self(.invalidParameter(name), code: code, message: "\(name) \(words)")
  }
}
