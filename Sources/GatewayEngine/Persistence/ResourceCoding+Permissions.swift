import JSONCoding
import MeetingCore
import Store

extension ResourceCoding {
  static func body(_ request: PermissionRequest) -> JSON {
    var object = JSONObject()
    object["permissions"] = .array(request.permissions.map { .string($0.rawValue) })
    object["state"] = .string(request.state.rawValue)
    object["source"] = .string(request.source.rawValue)
    object["decided_at"] = request.decidedAt.map { .integer($0.nanoseconds) }
    object["decided_by"] = request.decidedBy.map(JSON.string)
    object["awaits_echo"] = .bool(request.awaitsEcho)
    return .object(object)
  }

  static func request(_ record: ResourceRecord, _ body: HeaderReader) -> PermissionRequest? {
    guard let person = record.person, let state = body.text("state").flatMap(PermissionRequest.State.init),
      let source = body.text("source").flatMap(FactSource.init)
    else { return nil }
    var request = PermissionRequest(
      id: record.id, requester: person, permissions: permissions(body), state: state, source: source,
      createdAt: Timestamp(nanoseconds: record.createdAt), decidedAt: body.time("decided_at"),
      decidedBy: body.text("decided_by"))
    request.awaitsEcho = body.flag("awaits_echo")
    return request
  }

  static func body(_ permissions: PersonPermissions) -> JSON {
    var object = JSONObject()
    object["permissions"] = .array(Permission.listed(permissions.permissions).map { .string($0.rawValue) })
    return .object(object)
  }

  static func permissions(_ record: ResourceRecord, _ body: HeaderReader) -> PersonPermissions? {
    record.person.map {
      PersonPermissions(
        room: record.room, holder: $0, permissions: permissions(body), isOverride: record.isOpen,
        createdAt: Timestamp(nanoseconds: record.createdAt), changedAt: Timestamp(nanoseconds: record.changedAt))
    }
  }

  private static func permissions(_ body: HeaderReader) -> Set<Permission> {
    Set(body.list("permissions").compactMap { $0.stringValue.flatMap(Permission.init) })
  }
}
