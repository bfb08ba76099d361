/// The reference of all settings, made by the reader itself.
package enum ConfigurationReference {
  /// A Markdown table; one provider per kind stands for all.
  package static func render(schemas: [ProviderSchema]) -> String {
    let head = "| setting | type | default | environment | meaning |\n|---|---|---|---|---|\n"
    return head
      + rows(schemas).map { row in
        "| `\(row.path)` | \(row.type) | \(row.fallback.isEmpty ? "" : "`\(row.fallback)`") | `\(row.environmentName)` | \(row.meaning) |\n"
      }.joined()
  }

  private static func rows(_ schemas: [ProviderSchema]) -> [ReferenceRow] {
    let context = ReadingContext(environment: [:], readFile: { _ in nil })
    let section = SectionReader(path: "", node: sample(schemas), context: context)
    _ = SettingsReader(schemas: schemas, allowMock: true).read(section)
    return context.rows
  }

  private static func sample(_ schemas: [ProviderSchema]) -> YAMLNode {
    let place = Position(line: 1, column: 1)
    func text(_ value: String) -> YAMLNode { .scalar(value, isPlain: true, place) }
    func map(_ pairs: [(String, YAMLNode)]) -> YAMLNode {
      .mapping(pairs.map { .init(key: $0.0, position: place, value: $0.1) }, place)
    }
    let providers = schemas.map { map([("name", text("\($0.kind)-name")), ("kind", text($0.kind))]) }
    return map([
      ("tenants", .sequence([map([("name", text("name"))])], place)), ("providers", .sequence(providers, place)),
      ("routes", .sequence([map([("to", .sequence([map([("provider", text("name"))])], place))])], place)),
    ])
  }
}
