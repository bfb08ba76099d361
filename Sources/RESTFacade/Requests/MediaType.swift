import HTTPTypes
import MeetingCore

/// What kind of body a request says it has.
enum MediaType {
  /// Throws `unsupported_media_type` unless the fields announce plain JSON in UTF-8.
  static func checkJSON(_ fields: HTTPFields) throws(GatewayError) {
    let types = fields.values(of: "Content-Type")
    guard types.count == 1, let type = types.first, isJSON(type) else {
      throw GatewayError(.unsupportedMediaType, "the body must be application/json in UTF-8")
    }
    if let coding = fields["Content-Encoding"], coding.lowercased() != "identity" {
      throw GatewayError(.unsupportedMediaType, "the body must not have a content coding")
    }
  }

  static func isJSON(_ value: String) -> Bool {
    let parts = value.split(separator: ";", omittingEmptySubsequences: false).map { trim($0).lowercased() }
    guard parts.first == "application/json" else { return false }
    return parts.dropFirst().allSatisfy { $0.isEmpty || $0 == "charset=utf-8" || $0 == "charset=\"utf-8\"" }
  }

  static func trim(_ text: some StringProtocol) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = text.drop(while: isSpace)
    return String(start.reversed().drop(while: isSpace).reversed())
  }
}
