import HTTPTypes
import JSONCoding

/// The bridge's routes by the names that its clients have for them in what they tell people.
enum BridgeRoute: String, Sendable, Hashable {
  case provision
  case connect = "sdp"
  case pull
  case renegotiate
  case delete

  /// What a request that did not work is told as.
  func failure(_ result: Result<HTTPClientResponse, HTTPClientFailure>) -> CallFailure? {
    switch result {
    case .failure(let failure): .signaling("Bridge \(rawValue) failed (\(failure.reason))")
    case .success(let answer) where (200..<300).contains(answer.status): nil
    case .success(let answer) where answer.status == 401:
      .signaling("Bridge \(rawValue) rejected the call credentials (401)", status: 401)
    case .success(let answer): .signaling("Bridge \(rawValue) failed (\(answer.status))", status: answer.status)
    }
  }

  var timedOut: CallFailure { .signaling("Bridge \(rawValue) failed (timeout)") }
  var unreadable: CallFailure { .signaling("Bridge \(rawValue) failed (the answer cannot be read)") }

  /// The description in an answer.
  static func sdp(_ answer: HTTPClientResponse) -> String? {
    guard let json = try? JSON.parse(answer.body, mode: .vendor), let sdp = json["sdp"]?.stringValue, !sdp.isEmpty
    else { return nil }
    return sdp
  }
}
