import JSONCoding
import MeetingCore

/// What people of each of our roles need in rooms of one kind, against what the call type of the app gives them.
struct CallTypePlan: Sendable {
  let kind: RoomKind
  /// The name of the call type.
  let name: String
  let roles: StreamRoles
  /// nil = the app has none of this name.
  let type: CallTypeReading?

  private static let attend = ["read-call", "join-call"]
  private static let takePart = attend + ["create-call-reaction", "send-event"]
  private static let speak = ["join-backstage", "send-audio"]
  private static let run = [
    "update-call", "update-call-permissions", "mute-users", "kick-user", "block-user", "end-call",
  ]

  private var publish: [String] { kind == .audioRoom ? [] : ["send-audio", "send-video", "screenshare"] }

  /// Without these a role is not what it is called. Speaking is given to people one by one; everything that runs a room
  /// goes with the server's rights.
  private var needs: [(role: ParticipantRole, member: String, permissions: [String])] {
    [
      (.host, roles.host, Self.attend + Self.speak), (.coHost, roles.coHost, Self.attend + Self.speak),
      (.speaker, roles.speaker, Self.attend), (.listener, roles.listener, Self.attend),
    ]
  }

  /// By our role: what is missing.
  private func missing() -> [(role: ParticipantRole, member: String, permissions: [String])] {
    guard let type else { return [] }
    return needs.compactMap { role, member, permissions in
      let missing = permissions.filter { !type.may($0, memberRole: member, isCreator: role == .host) }
      return missing.isEmpty ? nil : (role, member, missing)
    }
  }

  var findings: [AccountFinding] {
    guard let type else {
      let remedy =
        CallTypeReading.builtIn.contains(name)
        ? "it belongs to every app: check the name in the configuration" : "`switchboard providers setup` makes it"
      return [AccountFinding(.rooms, .broken, "the app has no call type \(name) for \(kind.rawValue)", remedy: remedy)]
    }
    let missing = missing()
    if missing.isEmpty {
      return [AccountFinding(.rooms, .good, "the call type \(name) serves \(kind.rawValue)")]
    }
    return missing.map { role, member, permissions in
      AccountFinding(
        .rooms, .degraded,
        "in \(kind.rawValue), a \(role.rawValue) is the member role \(member) of the call type \(name), which lacks "
          + permissions.joined(separator: ", "), remedy: remedy(role, type))
    }
  }

  private func remedy(_ role: ParticipantRole, _ type: CallTypeReading) -> String {
    let needed = needs.first { $0.role == role }?.permissions ?? []
    let others = type.grants.keys.sorted().filter { key in
      needed.allSatisfy { type.grants[key]?.contains($0) ?? false }
    }
    if let other = others.first { return "the role \(other) has all of it: set it in the provider's options" }
    return type.isBuiltIn
      ? "give it to the role in the dashboard, or name a call type of your own, which `switchboard providers setup` makes"
      : "`switchboard providers setup` adds it"
  }

  /// What is to be sent; nil when nothing is, or when the type is the service's own.
  var request: (step: String, request: StreamRequest)? {
    guard !CallTypeReading.builtIn.contains(name) else { return nil }
    guard let type else {
      return ("make the call type \(name) for \(kind.rawValue)", .createCallType(name, grants: grants, stage: isStaged))
    }
    let missing = missing()
    guard !missing.isEmpty else { return nil }
    var widened = JSONObject()
    var words: [String] = []
    for (_, member, permissions) in missing {
      let before = widened[member]?.arrayValue?.compactMap(\.stringValue) ?? type.grants[member] ?? []
      let added = permissions.filter { !before.contains($0) }
      guard !added.isEmpty else { continue }
      widened[member] = .array((before + added).map(JSON.string))
      words.append("\(member) \(added.joined(separator: ", "))")
    }
    return ("give on the call type \(name): \(words.joined(separator: "; "))", .updateCallType(name, grants: widened))
  }

  private var isStaged: Bool { kind == .audioRoom }

  /// Every role that an app has by itself is named: what is left out would get the rights of the service's default type.
  private var grants: JSONObject {
    let all = Self.takePart + Self.speak + publish + Self.run
    let speaker = Self.takePart + Self.speak + publish
    var lists: [String: [String]] = [
      "admin": all, "host": all, "moderator": speaker, "call_member": Self.takePart + publish,
      "user": Self.takePart + publish, "guest": Self.takePart + publish, "anonymous": Self.attend,
    ]
    for (role, permissions) in [(roles.host, all), (roles.coHost, all), (roles.speaker, speaker)] {
      lists[role] = (lists[role] ?? []) + permissions.filter { lists[role]?.contains($0) != true }
    }
    if lists[roles.listener] == nil { lists[roles.listener] = Self.takePart + publish }
    var grants = JSONObject()
    for role in lists.keys.sorted() { grants[role] = .array((lists[role] ?? []).map(JSON.string)) }
    return grants
  }
}
