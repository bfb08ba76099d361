public import MeetingCore

/// Behaviours by providers: what holds where. Written as a Markdown table and read back, so that the copy kept in the
/// repository can be compared with a run.
public struct ContractMatrix: Sendable, Hashable {
  /// The outcomes of one behaviour, by column.
  public struct Row: Sendable, Hashable {
    public let behaviour: String
    public let layer: String
    /// The outcome's word by column.
    public var cells: [String: String]
  }

  public private(set) var columns: [String] = []
  public private(set) var rows: [Row] = []

  public init() {}

  public init(_ results: [ContractResult]) {
    for result in results { enter(result) }
  }

  /// The heading under which a harness and kind of room stand.
  public static func column(_ harness: String, _ kind: RoomKind) -> String { "\(harness) \(kind.rawValue)" }

  private mutating func enter(_ result: ContractResult) {
    if !columns.contains(result.column) { columns.append(result.column) }
    if let index = rows.firstIndex(where: { $0.behaviour == result.behaviour }) {
      rows[index].cells[result.column] = result.outcome.word
    } else {
      rows.append(
        Row(behaviour: result.behaviour, layer: result.layer.rawValue, cells: [result.column: result.outcome.word]))
    }
  }

  mutating func set(columns: [String], rows: [Row]) {
    self.columns = columns
    self.rows = rows
  }
}
