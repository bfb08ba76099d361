import CSQLite

/// A prepared statement, finalised with its owner. Used by one thread at a time.
final class Statement {
  private let handle: OpaquePointer

  init(_ sql: String, on database: OpaquePointer) throws(SQLiteFailure) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw Connection.failure(of: database, code) }
    handle = prepared
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ value: any SQLBindable, at index: Int32) throws(SQLiteFailure) {
    let code = value.bind(to: handle, at: index)
    if code != SQLITE_OK { throw Connection.failure(of: sqlite3_db_handle(handle), code) }
  }

  /// Steps to the end, handing each row to the closure, and makes the statement ready for its next use.
  func forEachRow(_ body: (Row) -> Void) throws(SQLiteFailure) {
    defer { recycle() }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: body(Row(statement: handle))
      case SQLITE_DONE: return
      case let code: throw Connection.failure(of: sqlite3_db_handle(handle), code)
      }
    }
  }

  private func recycle() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}
