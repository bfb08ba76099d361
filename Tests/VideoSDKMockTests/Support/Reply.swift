import JSONCoding
import VendorTesting

typealias Reply = MockReply

extension MockReply {
  /// The vendor's code, 0 without one, and the status, e.g. `4001/400`.
  var refusal: String { "\(self["code"]?.integerValue ?? 0)/\(status)" }
  /// The text of a refusal, or of an answer that is nothing but a text.
  var message: String { json.stringValue ?? self["error"]?.stringValue ?? "" }
}
