import HTTPTypes
import JSONCoding

/// An answer, taken apart.
struct Reply: Sendable {
  let status: Int
  let fields: HTTPFields
  let bytes: [UInt8]
  let stream: (any HTTPBodySource)?

  init(_ response: HTTPResponse) {
    status = response.status
    fields = response.fields
    switch response.body {
    case .none: (bytes, stream) = ([], nil)
    case .bytes(let body): (bytes, stream) = (body, nil)
    case .stream(let source): (bytes, stream) = ([], source)
    case .upgrade: (bytes, stream) = ([], nil)
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  /// null when the body is not JSON.
  var json: JSON { (try? JSON.parse(bytes, mode: .strict)) ?? .null }
  var code: String? { json["code"]?.stringValue }
  /// The pointers of a refusal's errors.
  var pointers: [String] { (json["errors"]?.arrayValue ?? []).compactMap { $0["pointer"]?.stringValue } }
}
