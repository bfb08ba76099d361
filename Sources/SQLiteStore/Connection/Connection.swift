import CSQLite

/// One open database with its prepared statements. Belongs to one thread.
final class Connection {
  /// For how many milliseconds a statement waits while another program holds the file.
  enum Patience: Int32 {
    case usual = 2_000
    /// While writes fail anyway: whoever asks is told soon, and may come again.
    case little = 200
  }

  private let database: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// Opens a file that exists. A reading connection refuses to write.
  init(path: String, readOnly: Bool, patience: Patience = .usual) throws(SQLiteFailure) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = Self.failure(of: opened, code)
      sqlite3_close_v2(opened)
      throw failure
    }
    database = opened
    sqlite3_extended_result_codes(database, 1)
    wait(patience)
    try configure(readOnly: readOnly)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(database)
  }

  private func configure(readOnly: Bool) throws(SQLiteFailure) {
    if readOnly { return try execute("PRAGMA query_only=ON") }
    let mode = try first("PRAGMA journal_mode=WAL") { $0.text(0) }
    if mode != "wal" { throw SQLiteFailure(code: SQLITE_ERROR, message: "no write-ahead log on this file system") }
    try execute("PRAGMA synchronous=FULL")
    try execute("PRAGMA wal_autocheckpoint=4000")
    try execute("PRAGMA cache_size=-16000")
  }

  func wait(_ patience: Patience) { sqlite3_busy_timeout(database, patience.rawValue) }

  /// Runs statements without parameters or rows.
  func execute(_ sql: String) throws(SQLiteFailure) {
    let code = sqlite3_exec(database, sql, nil, nil, nil)
    if code != SQLITE_OK { throw Self.failure(of: database, code) }
  }

  /// Runs a changing statement; returns how many rows it changed.
  @discardableResult
  func run<each Value: SQLBindable>(_ sql: String, _ values: repeat each Value) throws(SQLiteFailure) -> Int {
    let statement = try cached(sql)
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      try statement.bind(value, at: index)
    }
    try statement.forEachRow { _ in }
    return Int(sqlite3_changes(database))
  }

  /// Every row of a query, decoded.
  func rows<Decoded, each Value: SQLBindable>(
    _ sql: String, _ values: repeat each Value, as decode: (Row) -> Decoded
  ) throws(SQLiteFailure) -> [Decoded] {
    let statement = try cached(sql)
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      try statement.bind(value, at: index)
    }
    return try Self.collect(statement, decode)
  }

  /// The first row of a query, decoded.
  func first<Decoded, each Value: SQLBindable>(
    _ sql: String, _ values: repeat each Value, as decode: (Row) -> Decoded
  ) throws(SQLiteFailure) -> Decoded? {
    try rows(sql, repeat each values, as: decode).first
  }

  /// Every row of a query put together at run time; its statement is not kept.
  func rows<Decoded>(
    once sql: String, _ values: [any SQLBindable], as decode: (Row) -> Decoded
  ) throws(SQLiteFailure) -> [Decoded] {
    let statement = try Statement(sql, on: database)
    for (value, index) in zip(values, Int32(1)...) { try statement.bind(value, at: index) }
    return try Self.collect(statement, decode)
  }

  /// Runs reads that must see one and the same state.
  func snapshot<Value>(_ body: () throws(SQLiteFailure) -> Value) throws(SQLiteFailure) -> Value {
    try run("BEGIN")
    do throws(SQLiteFailure) {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  private static func collect<Decoded>(
    _ statement: Statement, _ decode: (Row) -> Decoded
  ) throws(SQLiteFailure) -> [Decoded] {
    var found: [Decoded] = []
    try statement.forEachRow { found.append(decode($0)) }
    return found
  }

  private func cached(_ sql: String) throws(SQLiteFailure) -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, on: database)
    statements[sql] = statement
    return statement
  }

  static func failure(of database: OpaquePointer?, _ code: Int32) -> SQLiteFailure {
    SQLiteFailure(code: code, message: String(cString: sqlite3_errmsg(database)))
  }
}
