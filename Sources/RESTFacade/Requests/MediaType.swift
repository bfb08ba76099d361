import HTTPTypes
import MeetingCore

/// What kind of body a request says it has.
enum MediaType {
  static let sdp = "application/sdp"
  static let sdpFragment = "application/trickle-ice-sdpfrag"

  /// Throws `unsupported_media_type` unless the fields announce this type, in UTF-8 where they say.
  static func check(_ fields: HTTPFields, is type: String) throws(GatewayError) {
    let types = fields.values(of: "Content-Type")
    guard types.count == 1, let given = types.first, self.is(given, type) else {
      throw GatewayError(.unsupportedMediaType, "the body must be \(type)")
    }
    try checkCoding(fields)
  }

  /// Throws `unsupported_media_type` unless the fields announce plain JSON in UTF-8.
  static func checkJSON(_ fields: HTTPFields) throws(GatewayError) {
    let types = fields.values(of: "Content-Type")
    guard types.count == 1, let type = types.first, isJSON(type) else {
      throw GatewayError(.unsupportedMediaType, "the body must be application/json in UTF-8")
    }
    try checkCoding(fields)
  }

  private static func checkCoding(_ fields: HTTPFields) throws(GatewayError) {
    if let coding = fields["Content-Encoding"], coding.lowercased() != "identity" {
      throw GatewayError(.unsupportedMediaType, "the body must not have a content coding")
    }
  }

  static func isJSON(_ value: String) -> Bool { self.is(value, "application/json") }

  private static func `is`(_ value: String, _ expected: String) -> Bool {
    let parts = value.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(trimmed)
    guard let type = parts.first, same(type, expected) else { return false }
    return parts.dropFirst().allSatisfy {
      $0.isEmpty || same($0, "charset=utf-8") || same($0, "charset=\"utf-8\"")
    }
  }

  static func trim(_ text: Substring) -> String { String(Substring(trimmed(text.utf8))) }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let start = text.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex
    return start[..<end]
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

  /// Without regard to ASCII case; `lowercased` has none of its own.
  private static func same(_ text: Substring.UTF8View, _ lowercased: String) -> Bool {
    text.elementsEqual(lowercased.utf8) { $0 == $1 || ((65...90).contains($0) && $0 | 0x20 == $1) }
  }
}
