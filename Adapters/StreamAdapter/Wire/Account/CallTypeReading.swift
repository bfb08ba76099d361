import JSONCoding

/// A call type of the service, as far as it matters who may do what there.
struct CallTypeReading: Sendable {
  /// Made by the service; shared by everything that uses the app.
  static let builtIn: Set<String> = ["default", "audio_room", "livestream", "development"]

  let name: String
  let grants: [String: [String]]

  /// All of an answer of `ListCallTypes`; nil when it is none.
  static func all(_ answer: JSON) -> [CallTypeReading]? {
    answer["call_types"]?.objectValue?.pairs.map { name, type in
      var grants: [String: [String]] = [:]
      for (role, list) in type["grants"]?.objectValue?.pairs ?? [] {
        grants[role] = list.arrayValue?.compactMap(\.stringValue) ?? []
      }
      return CallTypeReading(name: name, grants: grants)
    }
  }

  var isBuiltIn: Bool { Self.builtIn.contains(name) }

  /// What somebody with a member role may do: as every user, and as that member. What only the creator may bears `-owner`.
  func may(_ permission: String, memberRole: String, isCreator: Bool) -> Bool {
    [memberRole, "user"].contains { role in
      let list = grants[role] ?? []
      return list.contains(permission) || isCreator && list.contains(permission + "-owner")
    }
  }
}
