import Cryptography
import HTTPTypes
import JSONCoding
import ProgramTesting

/// One delivery as it is posted: a body, what its signature is over, and the fields beside.
struct HookPost: Sendable {
  var body: [UInt8]
  /// What the signature is over, where that is not the body itself.
  var signed: [UInt8]?
  var fields: HTTPFields

  init(_ body: [UInt8], id: String? = nil, fields: HTTPFields = [:]) {
    (self.body, self.fields) = (body, fields)
    if let id { self.fields["X-Webhook-Id"] = id }
  }

  init(_ event: JSON, id: String? = nil) { self.init(event.bytes(), id: id) }

  /// The same with a signature that is not the vendor's.
  var forged: HookPost {
    var copy = self
    copy.fields["X-Signature"] = String(repeating: "0", count: 64)
    return copy
  }

  /// The same in other bytes, which travel under the signature of the old ones.
  func travelling(as body: [UInt8], _ fields: HTTPFields = [:]) -> HookPost {
    var copy = self
    copy.signed = signed ?? self.body
    copy.body = body
    for field in fields.entries { copy.fields[field.name] = field.value }
    return copy
  }

  /// Posts it to a gateway.
  func post(to served: Served) async throws -> Int {
    var all = fields
    if all["X-Signature"] == nil {
      all["X-Signature"] = Hex.encode(HMACSHA256.sign(signed ?? body, key: Array(Served.apiSecret.utf8)))
    }
    return try await served.hook(body, all).status
  }
}
