import JSONCoding
import MeetingCore
package import RoomReducer
package import Store

/// What lives within a room as a row, and back. Each sort has a file that knows its body.
package enum ResourceCoding {
  /// The sorts as rows and queries name them.
  package enum Kind: String, Sendable, CaseIterable {
    case permissionRequest = "permission_request"
    case permissions
    case recording, broadcast, transcription
    /// A recording that is not to be seen any more; kept while late news of it may come.
    case deleted
    case agent, call
  }

  package static func record(_ resource: RoomResource, room: String) -> ResourceRecord {
    let thing = resource.thing
    return ResourceRecord(
      room: room, id: thing.id, kind: kind(of: resource).rawValue, person: thing.person, isOpen: thing.isOpen,
      createdAt: thing.createdAt.nanoseconds, changedAt: thing.changedAt.nanoseconds, body: body(of: resource).bytes())
  }

  package static func resource(_ record: ResourceRecord) throws(StoreFailure) -> RoomResource {
    guard let body = try? JSON.parse(record.body, mode: .strict), let kind = Kind(rawValue: record.kind),
      let resource = resource(kind, record, HeaderReader(body))
    else { throw StoreFailure("resource \(record.id) cannot be read") }
    return resource
  }

  package static func kind(of resource: RoomResource) -> Kind {
    switch resource {
    case .request: .permissionRequest
    case .permissions: .permissions
    case .egress(let egress): egress.isDeleted ? .deleted : kind(of: egress.plan.sort)
    case .agent: .agent
    case .call: .call
    }
  }

  private static func body(of resource: RoomResource) -> JSON {
    switch resource {
    case .request(let request): body(request)
    case .permissions(let permissions): body(permissions)
    case .egress(let egress): body(egress)
    case .agent(let agent): body(agent)
    case .call(let call): body(call)
    }
  }

  private static func resource(_ kind: Kind, _ record: ResourceRecord, _ body: HeaderReader) -> RoomResource? {
    switch kind {
    case .permissionRequest: request(record, body).map(RoomResource.request)
    case .permissions: permissions(record, body).map(RoomResource.permissions)
    case .recording, .broadcast, .transcription, .deleted: egress(record, body).map(RoomResource.egress)
    case .agent: agent(record, body).map(RoomResource.agent)
    case .call: call(record, body).map(RoomResource.call)
    }
  }
}
