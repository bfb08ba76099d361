/// Something that plays the agent and hears the caller.
public struct AudioDevice: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case earpiece, speakerphone, wiredHeadset, bluetooth, unknown
  }

  public let kind: Kind
  /// What people see. Does not tell devices apart.
  public let name: String
  public let id: String

  public init(kind: Kind, name: String, id: String) {
    self.kind = kind
    self.name = name
    self.id = id
  }

  public static func == (left: Self, right: Self) -> Bool { left.kind == right.kind && left.id == right.id }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(id)
  }

  static let earpiece = Self(kind: .earpiece, name: "Earpiece", id: "builtin.earpiece")
  static let speaker = Self(kind: .speakerphone, name: "Speaker", id: "builtin.speaker")

  /// Whether it was plugged in or paired: such a one is taken by itself.
  var isAccessory: Bool { kind != .earpiece && kind != .speakerphone }
}
