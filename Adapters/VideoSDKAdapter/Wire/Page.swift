import JSONCoding
import MeetingCore

/// One page of a list. The service tells in integers which it is and how many there are; some lists tell it in another place.
struct Page: Sendable {
  let rows: [JSON]
  /// Whether there is another one behind it.
  let hasMore: Bool

  /// `data` is an array of rows. Throws `.badResponse` without one.
  static func rows(_ answer: JSON, operation: String) throws(ProviderFailure) -> Self {
    guard let rows = answer["data"]?.arrayValue else { throw FailureClassifier.missing("/data", operation) }
    return Self(rows: rows, hasMore: hasMore(answer, rows.count))
  }

  /// People are inside a session, which is the data itself or the only row of it. No session has nobody in it.
  static func people(_ answer: JSON, operation: String) throws(ProviderFailure) -> Self {
    guard let data = answer["data"], data.arrayValue != nil || data.objectValue != nil else {
      throw FailureClassifier.missing("/data", operation)
    }
    let sessions = data.arrayValue ?? [data]
    var rows: [JSON] = []
    for (index, session) in sessions.enumerated() {
      guard let people = session["participants"]?.arrayValue else {
        let pointer = data.arrayValue == nil ? "/data/participants" : "/data/\(index)/participants"
        throw FailureClassifier.missing(pointer, operation)
      }
      rows += people
    }
    return Self(rows: rows, hasMore: hasMore(answer, rows.count))
  }

  /// An empty page is the last, whatever is said of more.
  private static func hasMore(_ answer: JSON, _ count: Int) -> Bool {
    guard count > 0, let current = answer["pageInfo"]?["currentPage"]?.integerValue,
      let last = answer["pageInfo"]?["lastPage"]?.integerValue
    else { return false }
    return current < last
  }
}
