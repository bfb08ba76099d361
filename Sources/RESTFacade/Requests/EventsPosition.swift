import GatewayEngine
import HTTPTypes
import MeetingCore

/// Where a caller wants to go on in the log. To callers a position is opaque.
enum EventsPosition {
  /// nil when the caller does not say. `Last-Event-ID`, which browsers send by themselves when they come back to the same
  /// address, outranks the query.
  static func read(_ head: HTTPRequestHead, _ query: Query) throws(GatewayError) -> EventsStart? {
    if let value = head.fields["Last-Event-ID"], !value.isEmpty {
      return .position(try position(value, at: "header:Last-Event-ID"))
    }
    let after = query.text("after")
    let sequence = query.integer("after_sequence")
    if after != nil, sequence != nil {
      throw refusal("?after_sequence", "may not be given together with after")
    }
    if let after { return .position(try position(after, at: "?after")) }
    return sequence.map { .sequence(Int64($0)) }
  }

  static func text(_ position: Int64) -> String { String(position) }

  private static func position(_ text: String, at pointer: String) throws(GatewayError) -> Int64 {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let position = Int64(text) else {
      throw refusal(pointer, "must be a position that was handed out")
    }
    return position
  }

  private static func refusal(_ pointer: String, _ message: String) -> GatewayError {
    GatewayError(.invalidRequest, "the position is not valid").with {
      $0.issues = [FieldIssue(pointer: pointer, code: "invalid", message: message)]
    }
  }
}
