import HTTPTypes
import JSONCoding

/// What is to be done about an answer of the messaging service. The one place that knows.
enum MessagingVerdict: Sendable, Hashable {
  /// The token, or the session's id.
  case accepted(String)
  case retry(after: Duration)
  case failed(CallFailure)

  /// `attempt` counts from 1.
  static func judge(
    _ step: MessagingStep, _ result: Result<HTTPClientResponse, HTTPClientFailure>, attempt: Int, _ timing: CallTiming
  ) -> Self {
    let isLast = attempt >= timing.attempts
    switch result {
    case .failure(let failure):
      guard isLast || failure.reason == .invalidRequest else { return .retry(after: timing.retry) }
      return .failed(CallFailure(.transport(.networkError("\(failure.reason)"))))
    case .success(let answer):
      switch answer.status {
      case 200..<300: return accept(step, answer)
      case 429:
        return isLast ? unreachable(answer) : .retry(after: wait(answer, timing))
      case 401, 403: return .failed(CallFailure(.auth(.unauthorized), status: answer.status))
      case 400..<500: return .failed(refusal(step, answer))
      case 500...: return isLast ? unreachable(answer) : .retry(after: timing.retry)
      default:
        return .failed(
          CallFailure(.transport(.protocolError("HTTP \(answer.status)")), status: answer.status))
      }
    }
  }

  private static func accept(_ step: MessagingStep, _ answer: HTTPClientResponse) -> Self {
    let json = try? JSON.parse(answer.body, mode: .vendor)
    switch step {
    case .accessToken:
      guard let token = json?["access_token"]?.stringValue, !token.isEmpty, PlainText.isVisible(token) else {
        return .failed(CallFailure(.auth(.tokenAcquisitionFailed), status: answer.status))
      }
      return .accepted(token)
    case .session:
      guard let id = json?["session_id"]?.stringValue, !id.isEmpty else {
        return .failed(CallFailure(.session(.sessionCreationFailed(.unknown)), status: answer.status))
      }
      return .accepted(id)
    }
  }

  /// Texts that nobody knows mean something else for a token than for a session.
  private static func refusal(_ step: MessagingStep, _ answer: HTTPClientResponse) -> CallFailure {
    let json = try? JSON.parse(answer.body, mode: .vendor)
    let words = json?["message"]?.stringValue ?? json?["error"]?.stringValue
    let known = words.flatMap(SessionErrorCode.init(rawValue:))
    let error: PolyError =
      switch step {
      case .accessToken where known == nil: .auth(.tokenAcquisitionFailed)
      default: .session(.sessionCreationFailed(known ?? .unknown))
      }
    return CallFailure(error, status: answer.status)
  }

  private static func unreachable(_ answer: HTTPClientResponse) -> Self {
    .failed(CallFailure(.transport(.networkError("HTTP \(answer.status)")), status: answer.status))
  }

  private static func wait(_ answer: HTTPClientResponse, _ timing: CallTiming) -> Duration {
    guard let seconds = answer.fields["Retry-After"].flatMap(Int64.init), seconds >= 0 else { return timing.rateLimit }
    return min(.seconds(seconds), timing.longestRateLimit)
  }
}
