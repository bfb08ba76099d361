import CSQLite
import Store

/// What SQLite answered instead of doing it.
struct SQLiteFailure: Error {
  /// SQLite's extended result code.
  let code: Int32
  let message: String

  /// A rule of the store broken by the caller.
  static func refused(_ message: String) -> SQLiteFailure {
    SQLiteFailure(code: SQLITE_CONSTRAINT, message: "refused: \(message)")
  }

  /// Whether only this statement is at fault, so that the transaction around it may go on.
  var isLocal: Bool { [SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE].contains(code & 0xFF) }

  var isConstraint: Bool { code & 0xFF == SQLITE_CONSTRAINT }

  var storeFailure: StoreFailure { StoreFailure("sqlite \(code): \(message)") }
}
