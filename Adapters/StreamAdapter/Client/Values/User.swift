import JSONCoding

/// Who uses the client, or is seen through it.
public struct User: Sendable, Hashable, Identifiable {
  /// How the service knows who somebody is.
  public enum Kind: Sendable, Hashable {
    /// By a token that the application's own server makes.
    case regular
    /// The service makes user and token when the client connects, and an id of its own from the one given.
    case guest
    /// Not at all: may listen where the call type lets it, is counted, and hears of no events.
    case anonymous
  }

  /// As the service knows them.
  public let id: String
  /// Shown to others; the id where no name is known.
  public let name: String
  public let imageURL: ImageURL?
  /// The role in the application, as far as the service told it.
  public let role: String?
  /// The application's own.
  public let custom: [String: RawJSON]
  public let kind: Kind
  /// Whether `name` was given, rather than taken from the id.
  let isNamed: Bool

  public init(
    id: String, name: String? = nil, imageURL: ImageURL? = nil, role: String? = nil, custom: [String: RawJSON] = [:]
  ) {
    self.init(id: id, name: name, imageURL: imageURL, role: role, custom: custom, kind: .regular)
  }

  init(
    id: String, name: String? = nil, imageURL: ImageURL? = nil, role: String? = nil, custom: [String: RawJSON] = [:],
    kind: Kind
  ) {
    self.id = id
    self.name = name.flatMap { $0.isEmpty ? nil : $0 } ?? id
    self.imageURL = imageURL
    self.role = role
    self.custom = custom
    self.kind = kind
    isNamed = name?.isEmpty == false
  }

  /// Somebody without an account. `id` is a wish: the service makes its own from it.
  public static func guest(_ id: String, name: String? = nil, imageURL: ImageURL? = nil) -> User {
    User(id: id, name: name, imageURL: imageURL, role: "guest", kind: .guest)
  }

  /// Nobody in particular.
  public static let anonymous = User(id: UserID.anonymous, kind: .anonymous)
}
