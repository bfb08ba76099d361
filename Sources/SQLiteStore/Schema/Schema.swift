import Store

/// The tables, as numbered steps. A step that has shipped is never edited; a change is a new step.
enum Schema {
  static let steps: [String] = [step1, step2, step3, step4, step5, step6, step7, step8, step9]

  static var newest: Int64 { Int64(steps.count) }

  /// Brings a database to the newest version, each step in a transaction of its own. Two processes may do it at once.
  static func migrate(_ connection: Connection) throws(SQLiteFailure) {
    try connection.execute("CREATE TABLE IF NOT EXISTS schema_version(version INTEGER NOT NULL) STRICT")
    while try advance(connection) {}
  }

  /// Applies the next step; false when there is none.
  private static func advance(_ connection: Connection) throws(SQLiteFailure) -> Bool {
    try connection.execute("BEGIN IMMEDIATE")
    do throws(SQLiteFailure) {
      let version = try connection.first("SELECT max(version) FROM schema_version") { $0.int(0) } ?? 0
      if version > newest { throw tooNew(version) }
      if version < newest {
        try connection.execute(steps[Int(version)])
        try connection.run("INSERT INTO schema_version(version) VALUES (?)", version + 1)
      }
      try connection.execute("COMMIT")
      return version < newest
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  private static func tooNew(_ version: Int64) -> SQLiteFailure {
    .refused("the data has schema \(version), this program knows up to \(newest): use a newer program")
  }
}
