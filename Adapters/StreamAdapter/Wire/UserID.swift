import AdapterKit

/// External ids as user ids of the service, and back. The service takes letters, digits, `@`, `_` and `-`, at most 255 of
/// them.
enum UserID {
  /// The service's reserved id of everybody who is nobody.
  static let anonymous = "!anon"

  private static let escaped = EscapedID(taken: "@", longest: 255)

  /// nil when the id holds what external ids never do.
  static func encode(_ externalID: String) -> String? { escaped.encode(externalID) }

  /// nil for whatever `encode` does not write, e.g. a user that somebody else made.
  static func decode(_ id: String) -> String? { escaped.decode(id) }
}
