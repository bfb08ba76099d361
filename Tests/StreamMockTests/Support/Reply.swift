import JSONCoding
import VendorTesting

typealias Reply = MockReply

extension MockReply {
  /// The vendor's code, 0 without one, and the status, e.g. `16/404`.
  var refusal: String { "\(self["code"]?.integerValue ?? 0)/\(status)" }
  var message: String { self["message"]?.stringValue ?? "" }
}
