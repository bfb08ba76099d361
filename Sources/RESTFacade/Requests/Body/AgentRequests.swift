import GatewayEngine
import JSONCoding
import MeetingCore

/// Bodies about agents.
enum AgentRequests {
  static func start(_ body: JSON?) throws(GatewayError) -> StartAgent {
    try BodyReader.read(body) { fields in
      let person = fields.person("person", required: true) ?? PersonInput(externalID: "")
      let engine = fields.has("engine") ? fields.choice("engine", Agent.Engine.allCases) : fields.missing("engine")
      let settings = AgentSettings(
        model: fields.word("model", Self.model), instructions: fields.prose("instructions", Self.instructionsLength),
        voice: fields.word("voice", Self.name),
        turnDetection: fields.choice("turn_detection", AgentSettings.TurnDetection.allCases) ?? .serverVAD,
        tools: tools(fields))
      return StartAgent(person: person, engine: engine ?? .openAIRealtime, settings: settings)
    }
  }

  static func update(_ body: JSON?) throws(GatewayError) -> UpdateAgent {
    try BodyReader.read(body) { fields in
      var update = UpdateAgent()
      if fields.has("instructions") {
        update.instructions = .set(fields.prose("instructions", Self.instructionsLength))
      }
      if fields.has("voice") { update.voice = .set(fields.word("voice", Self.name)) }
      update.turnDetection = fields.choice("turn_detection", AgentSettings.TurnDetection.allCases)
      if fields.has("tools") { update.tools = tools(fields) }
      return update
    }
  }

  private static func tools(_ fields: BodyReader) -> [AgentTool] {
    let tools = fields.objects("tools", maximum: maximumTools) { tool -> AgentTool? in
      let name = tool.has("name") ? tool.word("name", Self.name) : tool.missing("name")
      let url = tool.has("url") ? tool.webAddress("url") : tool.missing("url")
      let description = tool.prose("description", descriptionLength)
      let parameters = tool.custom("parameters") ?? JSONText(#"{"type":"object","properties":{}}"#)
      guard let name, let url else { return nil }
      return AgentTool(name: name, description: description, parameters: parameters, url: url)
    }
    if Set(tools.map(\.name)).count < tools.count { fields.report("tools", "duplicate", "has a name twice") }
    return tools
  }

  // MARK: Forms

  static let instructionsLength = 16_000
  static let descriptionLength = 1_024
  static let maximumTools = 32

  /// A word of some few characters, for names that a model's side knows.
  struct WordForm {
    let others: String
    let maximum: Int

    var pattern: String { "^[A-Za-z0-9\(others)]{1,\(maximum)}$" }

    func takes(_ text: String) -> Bool {
      (1...maximum).contains(text.utf8.count)
        && text.utf8.allSatisfy { byte in
          (48...57).contains(byte) || (97...122).contains(byte | 0x20) || others.utf8.contains(byte)
        }
    }
  }

  static let name = WordForm(others: "_-", maximum: 64)
  static let model = WordForm(others: "._:-", maximum: 64)
}

extension BodyReader {
  /// A word that may also be null, which is as good as absent.
  func word(_ name: String, _ form: AgentRequests.WordForm) -> String? {
    guard let value = optional(name) else { return nil }
    if let text = value.stringValue, form.takes(text) { return text }
    report(name, value.stringValue == nil ? "wrong_type" : "invalid", "must match \(form.pattern)")
    return nil
  }

  /// A text of several lines; null is as good as absent.
  func prose(_ name: String, _ maximum: Int) -> String? {
    guard let value = optional(name) else { return nil }
    guard let text = value.stringValue else {
      report(name, "wrong_type", "must be a string")
      return nil
    }
    if text.unicodeScalars.count > maximum {
      report(name, "too_long", "must have at most \(maximum) characters")
    } else if text.unicodeScalars.contains(where: Text.isControlInProse) {
      report(name, "control_character", "must not hold control characters other than tabs and line breaks")
    } else {
      return text
    }
    return nil
  }
}
