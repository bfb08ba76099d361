import HTTPTypes

/// A delivery as the vendor signed it.
struct SignedHook: Sendable {
  let id: String
  var fields: HTTPFields
  let body: [UInt8]
}
