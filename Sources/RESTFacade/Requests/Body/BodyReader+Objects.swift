import GatewayEngine
import JSONCoding
import MeetingCore

/// Objects that several routes read.
extension BodyReader {
  /// A person as the caller names them; nil when absent, null or reported.
  func person(_ name: String, required: Bool = false) -> PersonInput? {
    if required, optional(name) == nil { return missing(name) }
    return object(name, nullable: true) { $0.personFields() }
  }

  func personFields() -> PersonInput? {
    let id = has("external_id") ? externalID("external_id") : missing("external_id")
    let name = change("name") { text("name", maximum: Limits.nameLength) }
    let imageURL = change("image_url") { webAddress("image_url") }
    return id.map { PersonInput(externalID: $0, name: name, imageURL: imageURL) }
  }

  /// People with their roles, nobody twice.
  func members(_ name: String) -> [MemberInput] {
    var seen: Set<String> = []
    return objects(name, maximum: Limits.members) { member in
      let person = member.person("person", required: true)
      let role = member.choice("role", ParticipantRole.allCases)
      guard let person else { return nil }
      if !seen.insert(person.externalID).inserted { member.report("person", "duplicate", "is a member already") }
      return MemberInput(person: person, role: role)
    }
  }

  private func change(_ name: String, _ read: () -> String?) -> PersonInput.Change {
    has(name) ? .set(read()) : .keep
  }

  /// An http or https address without anything that could not stand in one.
  func webAddress(_ name: String) -> String? {
    guard let value = optional(name) else { return nil }
    guard let text = value.stringValue else {
      report(name, "wrong_type", "must be a string")
      return nil
    }
    let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
    let isPrintable = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    if let scheme, isPrintable, text.utf8.count > scheme.utf8.count, text.utf8.count <= Limits.urlBytes { return text }
    report(name, "invalid", "must be an http or https address of at most \(Limits.urlBytes) bytes")
    return nil
  }

  func settings(_ name: String) -> SettingsInput {
    object(name) { fields in
      var input = SettingsInput()
      input.access = fields.choice("access", [RoomAccess.open, .members])
      input.backstage = fields.boolean("backstage")
      input.maximumParticipants = fields.bound("max_participants", Limits.participants)
      input.maximumDurationSeconds = fields.bound("max_duration_seconds", Limits.durationSeconds)
      input.emptyTimeoutSeconds = fields.bound("empty_timeout_seconds", Limits.emptyTimeoutSeconds)
      input.recordAutomatically = fields.boolean("record_automatically")
      return input
    } ?? SettingsInput()
  }

  private func bound(_ name: String, _ range: ClosedRange<Int>) -> SettingsInput.Bound {
    has(name) ? .set(integer(name, range, nullable: true)) : .keep
  }

  /// An object of the caller's own, kept as compact JSON; nil when absent.
  func custom(_ name: String) -> JSONText? {
    guard let value = value(name) else { return nil }
    guard value.objectValue != nil else {
      report(name, "wrong_type", "must be an object")
      return nil
    }
    let text = value.text()
    if text.utf8.count <= Limits.customBytes { return JSONText(text) }
    report(name, "too_long", "must be at most \(Limits.customBytes) bytes as compact JSON")
    return nil
  }

  /// Any JSON value of the caller's own, kept compact; nil when absent or reported.
  func payload(_ name: String) -> JSONText? {
    guard let value = value(name) else { return missing(name) }
    let text = value.text()
    if text.utf8.count <= Limits.customBytes { return JSONText(text) }
    report(name, "too_long", "must be at most \(Limits.customBytes) bytes as compact JSON")
    return nil
  }

  /// An object of objects, by provider kind. One for a kind that is not there is a mistake that nobody would notice.
  func providerOptions(_ name: String, _ kinds: [ProviderDescription]) -> JSONText {
    guard let value = value(name) else { return .emptyObject }
    guard let object = value.objectValue else {
      report(name, "wrong_type", "must be an object")
      return .emptyObject
    }
    for (kind, options) in object.pairs {
      guard let description = kinds.first(where: { $0.kind.utf8.elementsEqual(kind.utf8) }) else {
        report(below: name, kind, "unknown", "is no kind of a configured provider")
        continue
      }
      if options.objectValue == nil {
        report(below: name, kind, "wrong_type", "must be an object")
      } else {
        for issue in description.roomOptionIssues(JSONText(options.text())) {
          report(below: name, kind, issue)
        }
      }
    }
    return JSONText(value.text())
  }

  func tracks(_ name: String) -> Set<TrackKind> {
    guard has(name) else {
      report(name, "required", "must be given")
      return []
    }
    let tracks = choices(name, TrackKind.allCases)
    if value(name)?.arrayValue?.isEmpty == true { report(name, "too_few", "must name at least one track") }
    return Set(tracks)
  }
}
