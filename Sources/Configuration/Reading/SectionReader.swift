import Cryptography
import JSONCoding

/// Reads one mapping, setting by setting. Each read also describes the setting, so that what is read and what the reference
/// says cannot drift apart; what was not read is unknown and refused.
final class SectionReader {
  let path: String
  private let context: ReadingContext
  private let entries: [YAMLNode.Entry]
  private let position: Position?
  private var asked: Set<String> = []

  init(path: String, node: YAMLNode?, context: ReadingContext) {
    self.path = path
    self.context = context
    position = node?.position
    switch node {
    case .mapping(let entries, _): self.entries = entries
    case nil: entries = []
    case .some(let other):
      entries = []
      if !other.isNull { context.refuse(path, other.position, "must be a section with settings") }
    }
  }

  // MARK: Values

  func text(_ key: String, or fallback: String? = nil, _ meaning: String) -> String? {
    describe(key, "text", fallback ?? "", meaning)
    return raw(key)?.text ?? fallback
  }

  func required(_ key: String, _ meaning: String) -> String {
    describe(key, "text, required", "", meaning)
    if let value = raw(key)?.text, !value.isEmpty { return value }
    refuse(key, "is required")
    return ""
  }

  func flag(_ key: String, or fallback: Bool, _ meaning: String) -> Bool {
    describe(key, "true or false", String(fallback), meaning)
    guard let found = raw(key) else { return fallback }
    switch found.text {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default:
      refuse(key, "must be true or false")
      return fallback
    }
  }

  func integer(_ key: String, or fallback: Int, in range: ClosedRange<Int>, _ meaning: String) -> Int {
    describe(key, "number \(range.lowerBound)–\(range.upperBound)", String(fallback), meaning)
    guard let found = raw(key) else { return fallback }
    guard let value = Int(found.text), range.contains(value) else {
      refuse(key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      return fallback
    }
    return value
  }

  func duration(_ key: String, or fallback: String, _ meaning: String) -> Duration {
    describe(key, "duration", fallback, meaning)
    let text = raw(key)?.text ?? fallback
    if let value = DurationText.parse(text) { return value }
    refuse(key, "must be a duration such as 250ms, 5s or 2m")
    return .zero
  }

  func choice(_ key: String, of values: [String], or fallback: String, _ meaning: String) -> String {
    describe(key, values.joined(separator: " · "), fallback, meaning)
    guard let found = raw(key) else { return fallback }
    if values.contains(found.text) { return found.text }
    refuse(key, "must be one of \(values.joined(separator: ", "))")
    return fallback
  }

  /// A reference `env:NAME` or `file:PATH`. The value itself must not stand in the file.
  func secret(_ key: String, isRequired: Bool, minimumBytes: Int = 1, _ meaning: String) -> Secret? {
    describe(key, "secret", "", meaning)
    guard let found = raw(key) else {
      if isRequired { refuse(key, "is required: env:NAME or file:PATH") }
      return nil
    }
    let value = SecretReference.resolve(found.text, isFromEnvironment: found.isFromEnvironment, context)
    switch value {
    case .success(let text) where text.utf8.count < minimumBytes:
      refuse(key, "must have at least \(minimumBytes) bytes, e.g. from: openssl rand -base64 32")
      return nil
    case .success(let text): return Secret(text)
    case .failure(let problem):
      refuse(key, problem.message)
      return nil
    }
  }

  /// A list of texts, each as `read` takes it. One that it does not take is refused by its index, with its value and `rule`.
  func texts<Value>(
    _ key: String, _ rule: String, _ meaning: String, _ read: (String) -> Value?
  ) -> [Value] {
    describe(key, "list of texts", "[]", meaning)
    return elements(key).compactMap { element in
      if let value = read(element.text) { return value }
      refuse(key, at: element.index, element.position, "\(rule), not \(QuotedText.of(element.text))")
      return nil
    }
  }

  // MARK: Structure

  func section<Value>(_ key: String, _ body: (SectionReader) -> Value) -> Value {
    let inner = SectionReader(path: child(key), node: node(key), context: context)
    let value = body(inner)
    inner.refuseUnknown()
    return value
  }

  /// Each element of a list of sections; elements are addressed by their `name` where they have one.
  func sections<Value>(_ key: String, _ body: (SectionReader) -> Value) -> [Value] {
    guard let node = node(key) else { return [] }
    guard case .sequence(let elements, _) = node else {
      if !node.isNull { refuse(key, "must be a list") }
      return []
    }
    return elements.enumerated().map { index, element in
      let name = Self.name(of: element) ?? String(index)
      let inner = SectionReader(path: "\(child(key))[\(name)]", node: element, context: context)
      let value = body(inner)
      inner.refuseUnknown()
      return value
    }
  }

  var isPresent: Bool { position != nil }
  func has(_ key: String) -> Bool { entries.contains { $0.key == key } }
  /// The keys that stand here, for sections whose keys are data.
  var keys: [String] { entries.map(\.key) }

  func refuse(_ key: String, _ message: String) {
    asked.insert(key)
    if environment(key) != nil {
      return context.refuse(child(key), nil, "\(message) (set by \(EnvironmentName.of(child(key))))")
    }
    let place = entries.first { $0.key == key }
    context.refuse(key.isEmpty ? path : child(key), place?.value.position ?? place?.position ?? position, message)
  }

  func refuseUnknown() {
    for entry in entries where !asked.contains(entry.key) {
      context.refuse(child(entry.key), entry.position, "is not a known setting")
    }
  }

  // MARK: Lists

  private func elements(_ key: String) -> [(index: Int, text: String, position: Position?)] {
    if let value = environment(key) {
      return value.split(separator: ",").enumerated().map { ($0.offset, String($0.element), nil) }
    }
    guard let node = node(key) else { return [] }
    guard case .sequence(let elements, _) = node else {
      refuse(key, "must be a list")
      return []
    }
    return elements.enumerated().compactMap { index, element in
      if case .scalar(let text, _, let position) = element { return (index, text, position) }
      refuse(key, at: index, element.position, "must be a text")
      return nil
    }
  }

  private func refuse(_ key: String, at index: Int, _ position: Position?, _ message: String) {
    let origin = environment(key) == nil ? "" : " (set by \(EnvironmentName.of(child(key))))"
    context.refuse("\(child(key))[\(index)]", position, message + origin)
  }

  // MARK: Finding

  private func node(_ key: String) -> YAMLNode? {
    asked.insert(key)
    return entries.first { $0.key == key }?.value
  }

  private func raw(_ key: String) -> (text: String, isFromEnvironment: Bool)? {
    let node = node(key)
    if let value = environment(key) { return (value, true) }
    switch node {
    case nil: return nil
    case .scalar(let text, _, _) where node?.isNull == false: return (text, false)
    case .scalar: return nil
    default:
      refuse(key, "must be a single value")
      return nil
    }
  }

  private func environment(_ key: String) -> String? { context.environment[EnvironmentName.of(child(key))] }

  private func child(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private func describe(_ key: String, _ type: String, _ fallback: String, _ meaning: String) {
    let full = child(key)
    context.rows.append(
      ReferenceRow(
        path: full, type: type, fallback: fallback, meaning: meaning, environmentName: EnvironmentName.of(full)))
  }

  private static func name(of node: YAMLNode) -> String? {
    guard case .mapping(let entries, _) = node,
      case .scalar(let text, _, _) = entries.first(where: { $0.key == "name" })?.value
    else { return nil }
    return text
  }
}
