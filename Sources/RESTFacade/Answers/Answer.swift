import HTTPTypes
import MeetingCore

/// What a route answers, before the fields that every answer carries are added.
struct Answer: Sendable {
  var status: Int
  var fields: HTTPFields
  var body: HTTPResponse.Body
  /// What the answer tells of, where a route writes its problem itself.
  var error: GatewayError?

  init(status: Int, fields: HTTPFields = [:], body: HTTPResponse.Body = .none) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  static let noContent = Self(status: 204)

  static func bytes(_ status: Int, type: String, _ body: [UInt8]) -> Self {
    Self(status: status, fields: ["Content-Type": type], body: .bytes(body))
  }

  /// Adds a name to `Vary` unless it is there.
  mutating func vary(by name: String) {
    let names = fields.values(of: "Vary").joined(separator: ", ")
    if names.isEmpty {
      fields["Vary"] = name
    } else if !names.split(separator: ", ").contains(where: { $0 == name }) {
      fields["Vary"] = names + ", " + name
    }
  }

  /// This answer, not to be kept by anybody: it holds a secret.
  var unstored: Self {
    var copy = self
    copy.fields["Cache-Control"] = "no-store"
    return copy
  }

  /// The body when it is whole; nil for streams.
  var bytes: [UInt8]? {
    switch body {
    case .none: []
    case .bytes(let bytes): bytes
    case .stream, .upgrade: nil
    }
  }
}
