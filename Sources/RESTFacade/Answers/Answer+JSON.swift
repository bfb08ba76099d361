import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore

extension Answer {
  static func json(_ status: Int = 200, _ write: (inout JSONWriter) -> Void) -> Self {
    var writer = JSONWriter(reservingCapacity: 1_024)
    write(&writer)
    return .bytes(status, type: "application/json", writer.bytes)
  }

  static func page<Item>(_ page: Page<Item>, _ write: (inout JSONWriter, Item) -> Void) -> Self {
    json { $0.page(page.items, next: page.next, write) }
  }

  /// A list that is always whole.
  static func list<Item>(_ items: [Item], _ write: (inout JSONWriter, Item) -> Void) -> Self {
    json { $0.page(items, next: nil, write) }
  }

  /// What a control did: 202 when it is not done yet.
  static func outcome(_ outcome: Outcome, more: (inout JSONWriter) -> Void = { _ in }) -> Self {
    json(status(of: outcome)) { $0.outcome(outcome, more: more) }.leading(to: outcome.operation)
  }

  static func batch(_ batch: BatchOutcome) -> Self {
    json(status(of: batch.outcome)) { $0.batch(batch) }.leading(to: batch.outcome.operation)
  }

  private static func status(of outcome: Outcome) -> Int {
    switch outcome.kind {
    case .applied, .partial: 200
    case .requested, .pending: 202
    }
  }

  private func leading(to operation: String?) -> Self {
    guard let operation else { return self }
    return located(at: "/v1/operations/" + operation)
  }

  func located(at path: String) -> Self {
    var copy = self
    copy.fields["Location"] = path
    return copy
  }
}
