import MeetingCore

/// The errors there are.
enum Problems {
  static let all = ErrorCode.allCases

  static func codes(withStatus status: Int) -> [ErrorCode] { all.filter { ProblemType.of($0).status == status } }

  /// Every status that some error has.
  static var statuses: [Int] { Set(all.map { ProblemType.of($0).status }).sorted() }
}
