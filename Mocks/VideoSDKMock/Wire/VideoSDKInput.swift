import HTTPTypes
import JSONCoding

/// A request after routing and authentication: what an operation works on.
struct VideoSDKInput: Sendable {
  let operation: VideoSDKOperation
  let parameters: [String: String]
  let query: QueryParameters
  let body: VideoSDKBody
  let claims: VideoSDKClaims
  /// Wall time in nanoseconds.
  let now: Int64
  /// What links begin with, e.g. `http://127.0.0.1:4000`.
  let base: String

  /// A placeholder of the path.
  func path(_ name: String) -> String { parameters[name] ?? "" }

  /// A parameter of the query.
  func asked(_ name: String) -> String? { query[name] }

  /// A whole number from 1 of the query.
  func count(_ name: String) throws(VideoSDKRefusal) -> Int? {
    guard let text = query[name], !text.isEmpty else { return nil }
    guard let value = Int(text), value >= 1, value <= 1_000_000 else {
      throw .invalid(name, "must be a whole number from 1")
    }
    return value
  }

  /// Milliseconds since 1970 of the query, as nanoseconds.
  func time(_ name: String) throws(VideoSDKRefusal) -> Int64? {
    guard let text = query[name], !text.isEmpty else { return nil }
    guard let value = Int64(text), (0...9_000_000_000_000).contains(value) else {
      throw .invalid(name, "must be milliseconds since 1970")
    }
    return value * 1_000_000
  }
}
