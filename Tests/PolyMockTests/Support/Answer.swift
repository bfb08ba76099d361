import JSONCoding
import VendorTesting

typealias Answer = MockReply

extension MockReply {
  /// Status and text of a refusal of messaging's, told twice.
  var refusal: String {
    self["message"] == self["error"] ? "\(status) \(self["message"]?.stringValue ?? "")" : "two texts"
  }
}
