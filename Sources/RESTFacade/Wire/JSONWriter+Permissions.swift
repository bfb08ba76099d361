import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  mutating func permissionRequest(_ view: PermissionRequestView) {
    object { $0.permissionRequestMembers(view) }
  }

  mutating func permissionRequestMembers(_ view: PermissionRequestView) {
    let request = view.request
    member("id", request.id)
    member("person") { $0.person(view.person) }
    permissions("permissions", request.permissions)
    member("state", request.state.rawValue)
    member("source", request.source.rawValue)
    member("created_at", request.createdAt)
    member("decided_at", request.decidedAt)
    member("decided_by", request.decidedBy)
  }

  mutating func permissionMembers(_ view: PermissionsView) {
    for permission in Permission.allCases { member(permission.rawValue, view.allowed[permission]) }
  }

  mutating func permissions(_ name: String, _ permissions: [Permission]) {
    member(name, permissions.map(\.rawValue))
  }
}

extension JSONWriter {
  mutating func permissionData(of detail: RoomEvent.Detail, in frame: EventFrame) {
    switch detail {
    case .permissionRequested(let request), .permissionCancelled(let request), .permissionExpired(let request):
      let person = frame.people[request.requester] ?? Person(externalID: request.requester)
      member("request") { $0.permissionRequest(PermissionRequestView(request: request, person: person)) }
    case .permissionGranted(let change), .permissionRejected(let change), .permissionRevoked(let change):
      permissionChange(change, in: frame)
    default: break
    }
  }

  private mutating func permissionChange(_ change: PermissionChange, in frame: EventFrame) {
    member("request_id", change.request)
    named("person", change.person, in: frame)
    permissions("permissions", change.permissions)
    permissions("effective", change.effective)
    named("by", change.by, in: frame)
    member("client_action", change.clientAction.rawValue)
  }
}
