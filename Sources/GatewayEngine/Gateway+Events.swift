package import EventDelivery
package import MeetingCore
package import Store

extension Gateway {
  /// Oldest first; `next` is the position to go on behind, never nil. Without a start, the oldest kept.
  package func events(_ scope: EventsScope, from start: EventsStart, types: String?, limit: Int, caller: Caller)
    async throws(GatewayError) -> (events: [EventRecord], next: Int64)
  {
    try await events.page(scope, from: start, types: types, limit: limit, caller)
  }

  /// A client token's subscription ends with the token, its ban and its room. `types` as in the query; nil = all (for
  /// client tokens: all but `participant.*`).
  package func subscribe(_ scope: EventsScope, from start: EventsStart, types: String?, caller: Caller)
    async throws(GatewayError) -> EventFeed
  {
    try await events.subscribe(scope, from: start, types: types, caller)
  }

  /// Ends every open stream; clients come again and resume.
  package func endStreams() { events.tail.closeAll() }
}
