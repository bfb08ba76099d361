extension ContractMatrix {
  /// A table with one line per behaviour.
  public var markdown: String {
    let head = ["behaviour", "layer"] + columns
    let lines = rows.map { row in [row.behaviour, row.layer] + columns.map { row.cells[$0] ?? "—" } }
    return ([head, head.map { _ in "---" }] + lines).map(Self.line).joined(separator: "\n") + "\n"
  }

  private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// Reads the first table of a page; whatever stands around it is ignored.
  public init(markdown: String) {
    self.init()
    let lines = markdown.split(separator: "\n").filter { $0.hasPrefix("| ") }.map(Self.cells)
    guard let head = lines.first, head.count >= 2 else { return }
    let columns = Array(head.dropFirst(2))
    let rows = lines.dropFirst(2).filter { $0.count == head.count }.map { cells in
      Row(
        behaviour: cells[0], layer: cells[1],
        cells: Dictionary(zip(columns, cells.dropFirst(2)), uniquingKeysWith: { first, _ in first }))
    }
    set(columns: columns, rows: rows)
  }

  private static func cells(_ line: Substring) -> [String] {
    line.split(separator: "|").map { $0.drop { $0 == " " } }.map { text in
      var text = text
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }
}
