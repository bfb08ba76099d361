import Clocks
import HTTPTypes
package import MeetingCore

/// Addresses of files that are good for a while.
package enum SignedAddress {
  /// Signed addresses say until when they are good: as a time, or as seconds from the time of signing.
  package static func expiry(of url: String) -> Timestamp? {
    guard let start = url.firstIndex(of: "?"), let query = QueryParameters(String(url[url.index(after: start)...]))
    else { return nil }
    if let seconds = query["Expires"].flatMap(Int64.init), seconds > 0 {
      return Timestamp(nanoseconds: 0).advanced(bySeconds: seconds)
    }
    guard let lifetime = query["X-Amz-Expires"].flatMap(Int64.init), let signed = query["X-Amz-Date"],
      let time = basicTime(signed)
    else { return nil }
    return time.advanced(bySeconds: lifetime)
  }

  /// `20260102T030405Z`.
  private static func basicTime(_ text: String) -> Timestamp? {
    let digits = Array(text.utf8)
    guard digits.count == 16, digits[8] == UInt8(ascii: "T") else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let date = [part(0..<4), part(4..<6), part(6..<8)].joined(separator: "-")
    let time = [part(9..<11), part(11..<13), part(13..<15)].joined(separator: ":")
    return RFC3339.parse("\(date)T\(time)Z").map(Timestamp.init(nanoseconds:))
  }
}
