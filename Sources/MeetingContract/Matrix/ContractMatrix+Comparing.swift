extension ContractMatrix {
  /// What became different since `earlier`, one line each: rows and columns that went or came, and cells that changed.
  public func changes(since earlier: ContractMatrix) -> [String] {
    let gone = earlier.rows.filter { row in !rows.contains { $0.behaviour == row.behaviour } }
    let columnsGone = earlier.columns.filter { !columns.contains($0) }
    return gone.map { "\($0.behaviour): the row vanished" } + columnsGone.map { "\($0): the column vanished" }
      + rows.flatMap { changes(of: $0, since: earlier) }
  }

  private func changes(of row: Row, since earlier: ContractMatrix) -> [String] {
    guard let old = earlier.rows.first(where: { $0.behaviour == row.behaviour }) else {
      return ["\(row.behaviour): a new row"]
    }
    return columns.compactMap { column in
      let (was, now) = (old.cells[column] ?? "—", row.cells[column] ?? "—")
      return was == now ? nil : "\(row.behaviour), \(column): \(was) became \(now)"
    }
  }
}
