import HTTPTypes

/// What a server must make of the bytes of one connection, by the strict reading.
struct Expectation {
  /// The requests that stand there, in order.
  let requests: [StrictHead]
  /// Whether behind them something is refused, rather than the end or a request cut short.
  let isRefused: Bool
  private let closes: Bool

  init(_ bytes: [UInt8]) {
    var requests: [StrictHead] = []
    var reading = StrictHead.read(bytes[...])
    while case .request(let head, let rest) = reading {
      requests.append(head)
      // Behind a request that closes the connection nothing counts.
      reading = head.closes ? .unfinished : StrictHead.read(rest)
    }
    self.requests = requests
    isRefused = reading == .bad
    closes = requests.last?.closes ?? false
  }

  /// Whether all answers have come; a refusal, and the end of a connection that closes, are waited for.
  func isMet(_ answer: [UInt8]) -> Bool {
    !isRefused && !closes && Self.statuses(answer).count >= requests.count
  }

  /// What is wrong; nil when nothing is. A server may refuse more than the strict reading does (by size, say), but then says
  /// so; it must never take what the strict reading refuses, nor take it for something else.
  func complaint(about seen: [HTTPRequestHead], _ answer: [UInt8]) -> String? {
    let statuses = Self.statuses(answer)
    if seen.count > requests.count { return "one request too many: \(seen[requests.count])" }
    for (head, strict) in zip(seen, requests) where !strict.isSame(as: head) { return "\(head) is not \(strict)" }
    if isRefused, seen.count == requests.count, statuses.dropFirst(seen.count).contains(where: { $0 < 400 }) {
      return "answered \(statuses)"
    }
    let isTooLarge = statuses.last.map { [413, 414, 431].contains($0) } ?? false
    if seen.count < requests.count, !isTooLarge { return "not taken: \(requests[seen.count]), answered \(statuses)" }
    return nil
  }

  /// The final statuses of the answers.
  static func statuses(_ answer: [UInt8]) -> [Int] {
    text(answer).split(separator: "\r\n").filter { $0.hasPrefix("HTTP/1.") }
      .compactMap { Int($0.dropFirst(9).prefix(3)) }.filter { $0 >= 200 }
  }
}
