import CSQLite
import ProgramTesting

/// What may keep a store from writing, made and unmade from outside while the gateway runs.
enum StoreTrouble: String, CaseIterable, Sendable {
  /// No file of the process may grow.
  case full
  /// Another program holds the database.
  case locked

  func begin(_ victim: Victim) throws -> Ongoing {
    switch self {
    case .full:
      try victim.served.gateway.limitFiles(toBytes: 4_096)
      return Ongoing { try victim.served.gateway.limitFiles(toBytes: nil) }
    case .locked:
      let holder = try Self.hold(victim.served.store)
      return Ongoing { sqlite3_close_v2(holder) }
    }
  }

  struct Ongoing {
    let end: () throws -> Void
  }

  /// A transaction that lets nobody else write until the connection is closed.
  private static func hold(_ path: String) throws -> OpaquePointer {
    var database: OpaquePointer?
    guard sqlite3_open(path, &database) == SQLITE_OK, let database else { throw Failure("cannot open \(path)") }
    sqlite3_busy_timeout(database, 5_000)
    guard sqlite3_exec(database, "BEGIN EXCLUSIVE", nil, nil, nil) == SQLITE_OK else {
      throw Failure("cannot lock \(path)")
    }
    return database
  }
}
