/// What the parser reports next.
struct YAMLEvent {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    case scalar(String, isPlain: Bool)
    case alias
  }

  let kind: Kind
  let position: Position
  let hasAnchor: Bool

  func refused(_ message: String) -> ConfigurationError {
    ConfigurationError(path: "", position: position, message: message)
  }
}
