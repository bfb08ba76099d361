import Store

/// Puts a room query into SQL. Text comes only from here; everything of the caller is a bound value.
struct RoomSearch {
  private(set) var values: [any SQLBindable] = []
  private var conditions: [String] = []
  private let query: RoomQuery

  init(_ query: RoomQuery) {
    self.query = query
    add("tenant = ?", query.tenant)
    add("phase <> ?", "creating")
    if let provider = query.provider { add("provider = ?", provider) }
    if let external = query.externalID { add("external_id = ?", external) }
    if let reference = query.providerRef { add("provider_ref = ?", reference) }
    addAny("phase", query.phases)
    addAny("kind", query.kinds)
    addContent()
    for (field, bound) in query.after { add("\(Self.column(field)) > ?", bound) }
    for (field, bound) in query.before { add("\(Self.column(field)) < ?", bound) }
    if let cursor = query.cursor { addCursor(cursor) }
    values.append(query.limit)
  }

  var sql: String {
    let direction = query.descending ? "DESC" : "ASC"
    return """
      \(RoomRecord.select) WHERE \(conditions.joined(separator: " AND "))
      ORDER BY \(Self.column(query.sort)) \(direction) NULLS LAST, id \(direction) LIMIT ?
      """
  }

  private mutating func add(_ condition: String, _ bound: any SQLBindable...) {
    conditions.append(condition)
    values += bound
  }

  private mutating func addAny(_ column: String, _ allowed: [String]) {
    if allowed.isEmpty { return }
    conditions.append("\(column) IN (\(allowed.map { _ in "?" }.joined(separator: ",")))")
    values += allowed.map { $0 as any SQLBindable }
  }

  private mutating func addContent() {
    if let member = query.member {
      add("EXISTS (SELECT 1 FROM members WHERE members.room = rooms.id AND person = ?)", member)
    }
    guard let hasSession = query.hasSession else { return }
    let open = "EXISTS (SELECT 1 FROM sessions WHERE sessions.room = rooms.id AND sessions.ended_at IS NULL)"
    add(hasSession ? open : "NOT \(open)")
  }

  /// Behind the last row of the page before. Rows without a sort value come last, by id.
  private mutating func addCursor(_ cursor: RoomQuery.Cursor) {
    let (column, sign) = (Self.column(query.sort), query.descending ? "<" : ">")
    guard let value = cursor.value else { return add("\(column) IS NULL AND id \(sign) ?", cursor.id) }
    if query.sort == .createdAt { return add("(\(column), id) \(sign) (?, ?)", value, cursor.id) }
    add("((\(column), id) \(sign) (?, ?) OR \(column) IS NULL)", value, cursor.id)
  }

  private static func column(_ field: RoomQuery.SortField) -> String {
    switch field {
    case .createdAt: "created_at"
    case .startsAt: "starts_at"
    case .endedAt: "ended_at"
    }
  }
}
