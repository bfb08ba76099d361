import CSQLite

/// A value that can be bound to a parameter of a statement.
protocol SQLBindable: Sendable {
  /// Returns SQLite's result code. The bytes are copied.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: SQLBindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, self) }
}

extension Int: SQLBindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, Int64(self)) }
}

extension Bool: SQLBindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self ? 1 : 0)
  }
}

extension String: SQLBindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return sb_bind_text(statement, index, "", 0) }
      return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        sb_bind_text(statement, index, $0, UInt64(bytes.count))
      }
    }
  }
}

extension [UInt8]: SQLBindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
      return sb_bind_blob(statement, index, start, UInt64(bytes.count))
    }
  }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }
}
