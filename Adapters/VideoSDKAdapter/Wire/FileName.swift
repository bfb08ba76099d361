import JSONCoding

/// How a file is called. Reports and lists both tell its address, and its path where it lies in the customer's own storage;
/// so its name is the path of the address, or the path.
enum FileName {
  /// `json` has `fileUrl`, `filePath` or both; nil without either.
  static func read(_ json: JSON?) -> String? {
    if let url = text(json?["fileUrl"]) { return path(of: url) }
    return text(json?["filePath"]).map(trimmed)
  }

  /// Below the host, without the query; nil when nothing is left.
  static func path(of url: String) -> String? {
    let plain = url.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = plain.firstRange(of: "://") else { return text(.string(trimmed(String(plain)))) }
    let path = plain[scheme.upperBound...].drop { $0 != "/" }
    return text(.string(trimmed(String(path))))
  }

  static func text(_ json: JSON?) -> String? { json?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }

  private static func trimmed(_ path: String) -> String { String(path.drop { $0 == "/" }) }
}
