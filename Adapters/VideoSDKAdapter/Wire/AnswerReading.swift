import HTTPTypes
import JSONCoding
import MeetingCore

/// Reads the answer to a request that was not refused by its status.
struct AnswerReading: Sendable {
  let classifier: FailureClassifier
  let now: Timestamp

  /// A document as it is, a confirmation as an object or a string. Words that tell of a failure are one, whatever the status
  /// above them says.
  func read(_ answer: HTTPClientResponse, _ expected: VideoSDKRequest.Answer) throws(ProviderFailure) -> JSON {
    guard let json = try? JSON.parse(answer.body, mode: .vendor) else { return try plain(answer, expected) }
    if ErrorBody.isFailure(json) { throw classifier.failure(answer, said: json, now: now) }
    switch json {
    case .object: return json
    case .string(let words): return try message(words, json, answer, expected)
    default: throw classifier.unreadable(answer)
    }
  }

  /// A success without words is one, where nothing is to be read from it; a page is somebody else's.
  private func plain(_ answer: HTTPClientResponse, _ expected: VideoSDKRequest.Answer) throws(ProviderFailure) -> JSON {
    let body = ErrorBody(answer.body)
    guard expected == .message, !body.isPage else { throw classifier.unreadable(answer) }
    guard let words = body.message else { return "" }
    return try message(words, .string(words), answer, expected)
  }

  private func message(
    _ words: String, _ json: JSON, _ answer: HTTPClientResponse, _ expected: VideoSDKRequest.Answer
  ) throws(ProviderFailure) -> JSON {
    if Self.isRefusal(words) { throw classifier.failure(answer, said: json, now: now) }
    guard expected == .message else { throw classifier.unreadable(answer) }
    return json
  }

  /// The service's confirmations all say that something went well.
  private static func isRefusal(_ words: String) -> Bool {
    let words = words.lowercased()
    if words.contains("success") && !words.contains("unsuccess") { return false }
    if words.hasPrefix("no ") { return true }
    return ["not ", "already", "fail", "error", "invalid", "expired", "denied", "unauthori", "unsuccess"].contains(
      where: words.contains)
  }
}
