import CYAML

/// Pulls events out of the library, one at a time.
struct EventStream {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  init(parser: UnsafeMutablePointer<yaml_parser_t>) { self.parser = parser }

  mutating func next() throws(ConfigurationError) -> YAMLEvent {
    var raw = yaml_event_t()
    guard yaml_parser_parse(parser, &raw) == 1 else { throw failure() }
    defer { yaml_event_delete(&raw) }
    let event = YAMLEvent(kind: kind(raw), position: position(raw.start_mark), hasAnchor: hasAnchor(raw))
    if hasTag(raw) { throw event.refused("has a tag, which is not supported") }
    if case .alias = event.kind { throw event.refused("has an alias, which is not supported") }
    if event.hasAnchor { throw event.refused("has an anchor, which is not supported") }
    return event
  }

  private func kind(_ raw: yaml_event_t) -> YAMLEvent.Kind {
    switch raw.type {
    case YAML_STREAM_START_EVENT: .streamStart
    case YAML_DOCUMENT_START_EVENT: .documentStart
    case YAML_DOCUMENT_END_EVENT: .documentEnd
    case YAML_SEQUENCE_START_EVENT: .sequenceStart
    case YAML_SEQUENCE_END_EVENT: .sequenceEnd
    case YAML_MAPPING_START_EVENT: .mappingStart
    case YAML_MAPPING_END_EVENT: .mappingEnd
    case YAML_SCALAR_EVENT: scalar(raw)
    case YAML_ALIAS_EVENT: .alias
    default: .streamEnd
    }
  }

  private func scalar(_ raw: yaml_event_t) -> YAMLEvent.Kind {
    let scalar = raw.data.scalar
    let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    return .scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
  }

  private func hasAnchor(_ raw: yaml_event_t) -> Bool {
    switch raw.type {
    case YAML_SCALAR_EVENT: raw.data.scalar.anchor != nil
    case YAML_SEQUENCE_START_EVENT: raw.data.sequence_start.anchor != nil
    case YAML_MAPPING_START_EVENT: raw.data.mapping_start.anchor != nil
    default: false
    }
  }

  private func hasTag(_ raw: yaml_event_t) -> Bool {
    switch raw.type {
    case YAML_SCALAR_EVENT: raw.data.scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT: raw.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT: raw.data.mapping_start.tag != nil
    default: false
    }
  }

  private func position(_ mark: yaml_mark_t) -> Position {
    Position(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }

  private func failure() -> ConfigurationError {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "cannot be read"
    return ConfigurationError(
      path: "", position: position(parser.pointee.problem_mark), message: "is not YAML: \(problem)")
  }
}
