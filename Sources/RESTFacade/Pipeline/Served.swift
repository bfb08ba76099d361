import MeetingCore

/// An answer, with the error it tells of.
struct Served: Sendable {
  let answer: Answer
  var error: GatewayError?
}
