import CYAML

/// Reads one YAML document (`yaml_parser_parse`). Anchors, aliases, tags and further documents are refused: a configuration
/// needs none, and they are how small files become large ones.
enum YAMLParser {
  private static let maximumBytes = 1 << 20
  private static let maximumDepth = 32

  static func parse(_ bytes: [UInt8]) throws(ConfigurationError) -> YAMLNode? {
    guard bytes.count <= maximumBytes else {
      throw ConfigurationError(path: "", position: nil, message: "the file is larger than 1 MiB")
    }
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else {
      throw ConfigurationError(path: "", position: nil, message: "the YAML library cannot start")
    }
    defer { yaml_parser_delete(&parser) }
    let result: Result<YAMLNode?, ConfigurationError> = bytes.withUnsafeBufferPointer { buffer in
      yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
      do throws(ConfigurationError) {
        var reader = EventStream(parser: &parser)
        return .success(try document(&reader))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  private static func document(_ reader: inout EventStream) throws(ConfigurationError) -> YAMLNode? {
    var root: YAMLNode?
    while true {
      let event = try reader.next()
      switch event.kind {
      case .streamStart, .documentEnd: continue
      case .streamEnd: return root
      case .documentStart:
        guard root == nil else { throw event.refused("has more than one document") }
        let first = try reader.next()
        root = try node(first, &reader, depth: 0)
      default: throw event.refused("is not a YAML document")
      }
    }
  }

  private static func node(_ event: YAMLEvent, _ reader: inout EventStream, depth: Int) throws(ConfigurationError)
    -> YAMLNode
  {
    guard depth < maximumDepth else { throw event.refused("is nested too deep") }
    switch event.kind {
    case .scalar(let text, let isPlain): return .scalar(text, isPlain: isPlain, event.position)
    case .sequenceStart: return try sequence(event, &reader, depth: depth)
    case .mappingStart: return try mapping(event, &reader, depth: depth)
    default: throw event.refused("is not a value")
    }
  }

  private static func sequence(_ start: YAMLEvent, _ reader: inout EventStream, depth: Int)
    throws(ConfigurationError) -> YAMLNode
  {
    var elements: [YAMLNode] = []
    while true {
      let event = try reader.next()
      if case .sequenceEnd = event.kind { return .sequence(elements, start.position) }
      elements.append(try node(event, &reader, depth: depth + 1))
    }
  }

  private static func mapping(_ start: YAMLEvent, _ reader: inout EventStream, depth: Int) throws(ConfigurationError)
    -> YAMLNode
  {
    var entries: [YAMLNode.Entry] = []
    var keys: Set<String> = []
    while true {
      let event = try reader.next()
      if case .mappingEnd = event.kind { return .mapping(entries, start.position) }
      guard case .scalar(let key, _) = event.kind else { throw event.refused("has a key that is no text") }
      guard keys.insert(key).inserted else { throw event.refused("has the key \(key) twice") }
      let first = try reader.next()
      let value = try node(first, &reader, depth: depth + 1)
      entries.append(.init(key: key, position: event.position, value: value))
    }
  }
}
