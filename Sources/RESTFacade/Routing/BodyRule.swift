/// What a route does with a request's body.
enum BodyRule: Sendable, Hashable {
  /// No meaning: read and thrown away.
  case ignored
  /// `application/json`; without one every field is absent.
  case optionalJSON
  case requiredJSON
  /// Bytes of any type, as somebody else's server sends them.
  case raw

  var isJSON: Bool { self == .optionalJSON || self == .requiredJSON }
}
