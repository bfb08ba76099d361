/// What becomes of one answer on its way to the client. Byte counts are of the answer's body.
package enum AnswerFault: Sendable, Equatable {
  /// Half of the head, then a reset.
  case resetInHead
  /// The head and half of the body, then a reset.
  case resetInBody
  /// The head as it is and this much of the body, then the end.
  case truncated(bytes: Int)
  /// The head promises this much more than comes, then the end.
  case overstated(bytes: Int)
}
