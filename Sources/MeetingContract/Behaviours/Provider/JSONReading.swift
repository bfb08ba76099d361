import JSONCoding

/// Reads texts that ought to be JSON.
enum JSONReading {
  /// nil when the text is no JSON object.
  static func object(_ text: String) -> JSON? {
    guard let json = try? JSON.parse(Array(text.utf8), mode: .strict), json.objectValue != nil else { return nil }
    return json
  }
}
