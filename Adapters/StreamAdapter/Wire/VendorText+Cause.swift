import AdapterKit

extension VendorText {
  /// The cause inside `<Operation> failed with error: "<cause>"`, lower case.
  static func cause(_ message: String?) -> String {
    guard let message else { return "" }
    let tail = message.firstRange(of: "failed with error:").map { message[$0.upperBound...] }
    return (tail ?? message[...]).lowercased()
  }
}
