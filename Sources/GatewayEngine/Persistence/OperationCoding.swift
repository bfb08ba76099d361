import JSONCoding
package import MeetingCore
package import Store

/// An operation as a row, and back.
package enum OperationCoding {
  package static func record(_ operation: Operation, tenant: String) -> OperationRecord {
    var object = JSONObject()
    object["purpose"] = OperationPartCoding.json(operation.purpose)
    object["by"] = operation.by.map(JSON.string)
    object["wish"] = operation.isWish ? true : nil
    object["open"] = operation.open.isEmpty ? nil : .array(operation.open.map(OperationPartCoding.json))
    object["done"] = .integer(Int64(operation.progress.done))
    object["total"] = .integer(Int64(operation.progress.total))
    object["result"] = operation.result.map(JSON.string)
    object["error_code"] = operation.errorCode.map { .string($0.rawValue) }
    object["error_detail"] = operation.errorDetail.map(JSON.string)
    object["created_at"] = .integer(operation.createdAt.nanoseconds)
    return OperationRecord(
      id: operation.id, tenant: tenant, room: operation.room, state: operation.state.rawValue,
      body: JSON.object(object).bytes(), deadline: operation.deadline.nanoseconds)
  }

  package static func operation(_ record: OperationRecord) throws(StoreFailure) -> Operation {
    guard let body = try? JSON.parse(record.body, mode: .strict),
      let state = Operation.State(rawValue: record.state), let purpose = OperationPartCoding.purpose(body)
    else { throw StoreFailure("operation \(record.id) cannot be read") }
    let read = HeaderReader(body)
    var operation = Operation(
      id: record.id, room: record.room, purpose: purpose, by: read.text("by"), isWish: read.flag("wish"),
      createdAt: read.time("created_at") ?? Timestamp(nanoseconds: 0),
      deadline: Timestamp(nanoseconds: record.deadline),
      awaiting: read.list("open").compactMap(OperationPartCoding.condition))
    operation.progress = .init(
      done: Int(read.integer("done") ?? 0), total: Int(read.integer("total") ?? 0))
    operation.state = state
    operation.result = read.text("result")
    operation.errorCode = read.text("error_code").flatMap(ErrorCode.init)
    operation.errorDetail = read.text("error_detail")
    return operation
  }
}
