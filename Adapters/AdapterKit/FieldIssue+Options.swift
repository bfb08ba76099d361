package import MeetingCore

/// What can be wrong with the options of a kind of provider.
extension FieldIssue {
  package static func unknownOption(_ pointer: String) -> Self {
    Self(pointer: pointer, code: "unknown", message: "is no option of this kind of provider")
  }

  /// `what` with its article: `an object`.
  package static func wrongType(_ pointer: String, _ what: String) -> Self {
    Self(pointer: pointer, code: "wrong_type", message: "must be \(what)")
  }

  /// A name as a part of a JSON Pointer.
  package static func pointed(_ name: String) -> String {
    name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
  }
}
