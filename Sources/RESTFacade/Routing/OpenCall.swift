import HTTPTypes

/// A request for which nobody has to be known.
struct OpenCall: Sendable {
  let head: HTTPRequestHead
  let parameters: PathParameters
  let query: Query
  /// As received.
  let body: [UInt8]
}
