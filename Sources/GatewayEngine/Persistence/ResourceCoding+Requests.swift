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
    return .object(object)
  }

  static func request(_ record: ResourceRecord, _ body: HeaderReader) -> PermissionRequest? {
    guard let person = record.person, let state = body.text("state").flatMap(PermissionRequest.State.init),
      let source = body.text("source").flatMap(FactSource.init)
    else { return nil }
    let permissions = body.list("permissions").compactMap { $0.stringValue.flatMap(Permission.init) }
    return PermissionRequest(
      id: record.id, requester: person, permissions: Set(permissions), state: state, source: source,
      createdAt: Timestamp(nanoseconds: record.createdAt), decidedAt: body.time("decided_at"),
      decidedBy: body.text("decided_by"))
  }
}
