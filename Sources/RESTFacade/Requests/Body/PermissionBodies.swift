import GatewayEngine
import JSONCoding
import MeetingCore

/// Bodies about permissions.
enum PermissionBodies {
  /// With a client token the person is its own.
  static func request(_ body: JSON?, principal: Principal) throws(GatewayError) -> (
    person: PersonInput, permissions: Set<Permission>
  ) {
    try BodyReader.read(body) { fields in
      var own: PersonInput?
      if case .client(let client) = principal { own = PersonInput(externalID: client.person) }
      let person = fields.person("person", required: own == nil) ?? own
      return (person ?? PersonInput(externalID: ""), fields.permissions("permissions"))
    }
  }

  /// What is null or absent stays as it is.
  static func changes(_ body: JSON?) throws(GatewayError) -> [Permission: Bool] {
    try BodyReader.read(body) { fields in
      var changes: [Permission: Bool] = [:]
      for permission in Permission.allCases where fields.optional(permission.rawValue) != nil {
        changes[permission] = fields.boolean(permission.rawValue)
      }
      return changes
    }
  }
}

extension BodyReader {
  fileprivate func permissions(_ name: String) -> Set<Permission> {
    guard has(name) else {
      report(name, "required", "must be given")
      return []
    }
    let permissions = choices(name, Permission.allCases)
    if value(name)?.arrayValue?.isEmpty == true { report(name, "too_few", "must name at least one permission") }
    return Set(permissions)
  }
}
