import JSONCoding
import MeetingCore
package import Store

/// An operation as a row, and back.
package enum OperationCoding {
  package static func record(_ view: OperationView, tenant: String, deadline: Int64) -> OperationRecord {
    var object = JSONObject()
    object["kind"] = .string(view.kind)
    object["result"] = view.result.map(JSON.string)
    object["error_code"] = view.errorCode.map { .string($0.rawValue) }
    object["error_detail"] = view.errorDetail.map(JSON.string)
    object["created_at"] = .integer(view.createdAt.nanoseconds)
    return OperationRecord(
      id: view.id, tenant: tenant, room: view.room, state: view.state.rawValue, body: JSON.object(object).bytes(),
      deadline: deadline)
  }

  package static func view(_ record: OperationRecord) throws(StoreFailure) -> OperationView {
    guard let body = try? JSON.parse(record.body, mode: .strict),
      let state = OperationView.State(rawValue: record.state)
    else { throw StoreFailure("operation \(record.id) cannot be read") }
    let read = HeaderReader(body)
    return OperationView(
      id: record.id, room: record.room, kind: read.text("kind") ?? "", state: state, result: read.text("result"),
      errorCode: read.text("error_code").flatMap(ErrorCode.init), errorDetail: read.text("error_detail"),
      createdAt: read.time("created_at") ?? Timestamp(nanoseconds: 0))
  }
}
