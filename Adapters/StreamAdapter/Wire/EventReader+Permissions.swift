import JSONCoding
import MeetingCore

extension EventReader {
  /// Facts of raised hands and of what people may publish; nil when the event is about something else, or about nobody
  /// whom we know.
  func permissionFacts(_ type: String) -> [Fact]? {
    switch type {
    case "call.permission_request": asked()
    case "call.permissions_updated": changed()
    default: nil
    }
  }

  private func asked() -> [Fact]? {
    let permissions = PermissionNames.read(names("permissions") ?? [])
    guard let person = person(event["user"]), !permissions.isEmpty else { return nil }
    return [fact(.permissionRequested(person: person, permissions: permissions))]
  }

  private func changed() -> [Fact]? {
    guard let person = person(event["user"]), let capabilities = names("own_capabilities") else { return nil }
    return [fact(.permissionsChanged(person: person, effective: PermissionNames.read(capabilities), by: nil))]
  }

  private func names(_ name: String) -> [String]? { event[name]?.arrayValue?.compactMap(\.stringValue) }
}
