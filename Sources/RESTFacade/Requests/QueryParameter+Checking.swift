extension QueryParameter.Form {
  typealias Complaint = (code: String, message: String)

  /// What is wrong with a value; nil when nothing is.
  func issue(with value: String) -> Complaint? {
    switch self {
    case .integer(let range): Self.integerIssue(value, range)
    case .boolean: value == "true" || value == "false" ? nil : ("invalid", "must be true or false")
    case .choice(let names): Self.choiceIssue([value], names)
    case .choices(let names):
      Self.choiceIssue(value.split(separator: ",", omittingEmptySubsequences: false).map(String.init), names)
    case .time: Time.parse(value) == nil ? Time.issue(with: value) : nil
    case .externalID: ExternalID.isValid(value) ? nil : ("invalid_id", "must be " + ExternalID.rule)
    case .text(let maximum): Self.textIssue(value, maximum)
    case .eventTypes: Self.typesIssue(value)
    }
  }

  private static func integerIssue(_ value: String, _ range: ClosedRange<Int>) -> Complaint? {
    let digits = value.utf8
    guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else {
      return ("invalid", "must be a whole number")
    }
    guard let number = Int(value), range.contains(number) else {
      let bound =
        range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
      return ("out_of_range", "must be " + bound)
    }
    return nil
  }

  private static func choiceIssue(_ values: [String], _ names: [String]) -> Complaint? {
    values.allSatisfy(names.contains) ? nil : ("invalid", "must be one of " + names.joined(separator: ", "))
  }

  private static func textIssue(_ value: String, _ maximum: Int) -> Complaint? {
    guard (1...maximum).contains(value.utf8.count) else { return ("invalid", "must be 1 to \(maximum) bytes") }
    return Text.hasControl(value) ? ("control_character", "must not hold control characters") : nil
  }

  /// Words of lower case separated by points; the last may be a star.
  private static func typesIssue(_ value: String) -> Complaint? {
    let isValid = value.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { type in
      let words = type.split(separator: ".", omittingEmptySubsequences: false)
      let named = words.last == "*" ? words.dropLast() : words[...]
      return words.count <= 4
        && named.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (97...122).contains($0) || $0 == 95 } }
    }
    return isValid && value.utf8.count <= 1_024
      ? nil : ("invalid", "must be event types separated by commas, e.g. participant.*,room.ended")
  }
}
