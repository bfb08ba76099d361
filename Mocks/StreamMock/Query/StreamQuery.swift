import JSONCoding
import MockKit

/// A query: filter, order, page.
struct StreamQuery: Sendable {
  struct Page<Item> {
    let items: [Item]
    let next: String?
    let previous: String?

    func document(_ name: String, _ document: (Item) -> JSON) -> JSONObject {
      [name: .array(items.map(document)), "next": .text(next), "prev": .text(previous)]
    }
  }

  private struct Order {
    let field: String
    let ascending: Bool
  }

  private let filter: StreamFilter
  private let orders: [Order]
  private let limit: Int
  private let offset: Int

  init(
    _ body: JSONObject, fields: [String: StreamQueryFields.Rule], sorts: Set<String>, defaultLimit: Int = 25,
    offset: Int? = nil
  ) throws(StreamRefusal) {
    filter = try StreamFilter(body["filter_conditions"]?.objectValue ?? [:], fields)
    orders = try Self.orders(body["sort"]?.arrayValue ?? [], sorts)
    limit = body["limit"]?.integerValue.map(Int.init).flatMap { $0 == 0 ? nil : $0 } ?? defaultLimit
    let cursor = body["next"]?.stringValue ?? body["prev"]?.stringValue
    if let offset { self.offset = offset } else { self.offset = try StreamCursor.offset(cursor) }
  }

  private static func orders(_ sort: [JSON], _ allowed: Set<String>) throws(StreamRefusal) -> [Order] {
    var orders: [Order] = []
    for item in sort {
      let field = item["field"]?.stringValue ?? ""
      guard allowed.contains(field) else { throw .input("sorting by \"\(field)\" is not supported") }
      orders.append(Order(field: field, ascending: item["direction"]?.integerValue ?? 1 >= 0))
    }
    return orders
  }

  func accepts(_ record: JSONObject) -> Bool { filter.accepts(record) }

  /// One page; without an order the items keep the one they come in.
  func page<Item>(_ records: [(item: Item, record: JSONObject)]) throws(StreamRefusal) -> Page<Item> {
    let found = sorted(records.filter { filter.accepts($0.record) })
    let items = found.dropFirst(offset).prefix(limit).map(\.item)
    return Page(
      items: Array(items), next: offset + limit < found.count ? StreamCursor.text(offset + limit) : nil,
      previous: offset > 0 ? StreamCursor.text(max(0, offset - limit)) : nil)
  }

  private func sorted<Item>(_ records: [(item: Item, record: JSONObject)]) -> [(item: Item, record: JSONObject)] {
    guard !orders.isEmpty else { return records }
    return records.enumerated().sorted { left, right in
      for order in orders {
        let sign = Self.order(left.element.record[order.field], right.element.record[order.field])
        if sign != 0 { return order.ascending ? sign < 0 : sign > 0 }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Missing values come last when ascending.
  private static func order(_ left: JSON?, _ right: JSON?) -> Int {
    let (left, right) = (left ?? .null, right ?? .null)
    if let sign = StreamFilter.compare(left, right) { return sign }
    return left.isNull == right.isNull ? 0 : left.isNull ? 1 : -1
  }
}
