extension GatewayConfiguration {
  /// Reads and checks. `allowMock` lets production run on providers that are marked as mocks.
  package static func load(
    _ text: [UInt8], environment: [String: String], schemas: [ProviderSchema], allowMock: Bool = false,
    readFile: @escaping (String) -> [UInt8]?
  ) throws(ConfigurationErrors) -> GatewayConfiguration {
    let root: YAMLNode?
    do { root = try YAMLParser.parse(text) } catch { throw ConfigurationErrors([error]) }
    let context = ReadingContext(environment: environment, readFile: readFile)
    let section = SectionReader(path: "", node: root, context: context)
    let configuration = SettingsReader(schemas: schemas, allowMock: allowMock).read(section)
    section.refuseUnknown()
    context.refuseUnknownVariables()
    guard context.errors.isEmpty else { throw ConfigurationErrors(context.errors) }
    return configuration
  }
}
