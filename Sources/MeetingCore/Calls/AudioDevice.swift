/// What a caller may hear and speak through.
public struct AudioDevice: Sendable, Hashable {
  /// What sort of thing it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case earpiece, speakerphone
    case wiredHeadset = "wired_headset"
    case bluetooth, unknown
  }

  /// The caller's own, unique among what is available.
  public let id: String
  public let kind: Kind
  public let name: String?

  public init(id: String, kind: Kind = .unknown, name: String? = nil) {
    self.id = id
    self.kind = kind
    self.name = name
  }
}
