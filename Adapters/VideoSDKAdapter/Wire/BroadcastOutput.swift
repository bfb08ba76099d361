import JSONCoding

/// Where a broadcast goes.
struct BroadcastOutput: Sendable, Hashable {
  let url: String
  let key: String

  /// nil without a key, be it apart or in the address.
  init?(url: String, key: String?) {
    if let key, !key.isEmpty {
      (self.url, self.key) = (url, key)
      return
    }
    guard let scheme = url.firstRange(of: "://"), let slash = url[scheme.upperBound...].lastIndex(of: "/") else {
      return nil
    }
    let last = url[url.index(after: slash)...]
    guard !last.isEmpty, url[scheme.upperBound..<slash].contains("/") else { return nil }
    (self.url, self.key) = (String(url[..<slash]), String(last))
  }

  var json: JSON { ["url": .string(url), "streamKey": .string(key)] }
}
