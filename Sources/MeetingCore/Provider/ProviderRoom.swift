/// A room as its provider knows it.
public struct ProviderRoom: Sendable, Hashable {
  /// The key we gave: our room id.
  public let key: String
  public let kind: RoomKind
  /// The vendor's own ids, e.g. `call`.
  public let refs: [String: String]

  public init(key: String, kind: RoomKind, refs: [String: String]) {
    self.key = key
    self.kind = kind
    self.refs = refs
  }
}
