import HTTPTypes
import JSONCoding

extension ControlPlane {
  /// The longest a query may block.
  private static let longestWait = 60_000

  func journal(_ request: ControlRequest) async throws(ControlRefusal) -> HTTPResponse {
    guard request.path.count == 1 else { throw ControlRefusal(404, "no such control route") }
    try request.allow(["GET"])
    try request.allowQuery(["method", "path", "operation", "after", "limit", "wait_ms"])
    let filter = JournalFilter(
      method: request.query["method"], path: request.query["path"], operation: request.query["operation"],
      after: try request.count("after") ?? 0, limit: try request.count("limit") ?? 1000)
    guard let wait = try request.count("wait_ms") else { return answer(engine.journal.page(filter)) }
    return answer(await engine.journal.page(filter, waiting: min(wait, Self.longestWait), by: engine.wire))
  }

  private func answer(_ page: Journal.Page) -> HTTPResponse {
    HTTPResponse(json: ["items": .array(page.items.map(\.json)), "overflowed": .bool(page.overflowed)])
  }
}
