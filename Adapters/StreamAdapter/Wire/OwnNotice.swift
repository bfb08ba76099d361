import JSONCoding

/// Custom events of ours that tell clients what the service has no event for. They are no messages of anybody.
enum OwnNotice {
  static let mark = "switchboard"
  private static let rejected = "permission.rejected"

  static func rejection(of request: String) -> JSON {
    [mark: ["type": .string(rejected), "request_id": .string(request)]]
  }

  /// Whether a custom event came from us to tell something that we know already.
  static func isOne(_ custom: JSON?) -> Bool {
    custom?[mark]?["type"]?.stringValue == rejected && custom?[mark]?["request_id"]?.stringValue != nil
  }
}
