import JSONCoding
import VendorTesting

extension HookReceiver {
  var types: [String] { documents.compactMap { $0["type"]?.stringValue } }
}
