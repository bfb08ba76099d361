import MeetingCore

extension Fact {
  /// Whether the vendor told it of its own accord: such news may come late, twice, or after newer news.
  var isTold: Bool { source == .webhook || source == .socket }
}
