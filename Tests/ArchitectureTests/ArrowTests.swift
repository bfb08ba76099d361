import Testing

/// Arrows point inward: the package's own description is what is judged.
@Suite struct ArrowTests {
  private static let plumbing: Set<String> = [
    "Clocks", "HTTPTypes", "Metrics", "JSONCoding", "Cryptography", "Compression", "StructuredLogging", "Configuration",
    "HTTPServer", "HTTPClient", "WebSocket", "ByteRelay", "ClientSupport", "SessionDescription",
  ]

  @Test func targetsDependInwardOnly() throws {
    let targets = try Repository.targets()
    defer { Repository.removeScratch() }
    #expect(targets.count > 30)
    let allowed: [String: Set<String>] = [
      "MeetingCore": [], "Clocks": [], "HTTPTypes": [], "Metrics": [], "Store": [],
      "RoomReducer": ["MeetingCore"], "EventDelivery": ["Store", "Clocks", "HTTPTypes", "Metrics"],
    ]
    for (name, expected) in allowed { #expect(targets[name] == expected, "\(name)") }
    let engine = try #require(targets["GatewayEngine"])
    #expect(engine.isDisjoint(with: ["RESTFacade", "HTTPServer", "HTTPClient", "SQLiteStore", "ProviderCatalog"]))
    #expect(!engine.contains { $0.hasSuffix("Adapter") || $0.hasSuffix("Mock") })
    let facade = try #require(targets["RESTFacade"])
    #expect(facade.isDisjoint(with: ["HTTPServer", "HTTPClient", "SQLiteStore", "ProviderCatalog"]))
  }

  @Test func adaptersKnowTheCoreAndThePlumbingOnly() throws {
    let targets = try Repository.targets()
    defer { Repository.removeScratch() }
    let adapters = targets.filter { $0.key.hasSuffix("Adapter") }
    #expect(!adapters.isEmpty)
    for (name, dependencies) in adapters {
      #expect(dependencies.isSubset(of: Self.plumbing.union(["MeetingCore", "AdapterKit"])), "\(name)")
    }
    let kit = try #require(targets["AdapterKit"])
    #expect(kit.isSubset(of: Self.plumbing.union(["MeetingCore"])))
  }

  @Test func mocksKnowTheKitAndThePlumbingOnly() throws {
    let targets = try Repository.targets()
    defer { Repository.removeScratch() }
    let mocks = targets.filter { $0.key.hasSuffix("Mock") || $0.key == "MockKit" }
    #expect(mocks.count >= 2)
    for (name, dependencies) in mocks {
      #expect(dependencies.isSubset(of: Self.plumbing.union(["MockKit"])), "\(name)")
    }
  }

  @Test func onlyTheCatalogueAndTestsKnowAdaptersAndMocks() throws {
    let targets = try Repository.targets()
    defer { Repository.removeScratch() }
    for (name, dependencies) in targets where name != "ProviderCatalog" && !name.hasSuffix("Tests") {
      let vendors = dependencies.filter { $0.hasSuffix("Adapter") || $0.hasSuffix("Mock") }
      #expect(vendors.isEmpty, "\(name) depends on \(vendors)")
    }
  }

  /// One module per C library: nothing else imports it.
  @Test func eachCLibraryHasOneWrapper() throws {
    let wrappers: [String: Set<String>] = [
      "CMicrohttpd": ["HTTPServer"], "CCurl": ["HTTPClient"], "CJansson": ["JSONCoding"], "COpenSSL": ["Cryptography"],
      "CSQLite": ["SQLiteStore"], "CYAML": ["Configuration"], "CZlib": ["Compression"], "CWslay": ["WebSocket"],
    ]
    for (path, text) in Repository.swiftFiles(below: "Sources") + Repository.swiftFiles(below: "Adapters")
      + Repository.swiftFiles(below: "Mocks")
    {
      for (library, owners) in wrappers where imports(text).contains(library) {
        #expect(owners.contains { path.hasPrefix("Sources/\($0)/") }, "\(path) imports \(library)")
      }
    }
  }

  /// Within an adapter the provider and the vendor's own style stand side by side: neither on the other.
  @Test(arguments: [
    ("PolyAdapter", ["PolyVoice", "PolyCall", "VoiceOptions", "CallState"]),
    ("StreamAdapter", ["StreamVideo", "Call", "MediaSide"]),
    ("VideoSDKAdapter", ["VideoSDK", "Meeting", "Participant", "MeetingEventListener", "MeetingDriver"]),
  ])
  func aProviderNeverNamesItsClientStyle(_ adapter: String, _ known: [String]) {
    let files = Repository.swiftFiles(below: "Adapters/\(adapter)")
    let (ours, others) = (files.filter { $0.path.contains("/Client/") }, files.filter { !$0.path.contains("/Client/") })
    let types = Set(ours.flatMap { declared($0.text) })
    #expect(types.isSuperset(of: known))
    #expect(others.count > 20)
    for (path, text) in others {
      for type in types.intersection(words(text)) { Issue.record("\(path) names \(type)") }
    }
  }

  /// The types of a file that others can name.
  private func declared(_ text: String) -> [String] {
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    return text.split(separator: "\n").compactMap { line in
      let words = line.prefix { $0 != "{" && $0 != ":" && $0 != "<" && $0 != "=" }.split(separator: " ")
      guard line.first?.isLetter == true, let index = words.firstIndex(where: kinds.contains), index + 1 < words.count
      else { return nil }
      return String(words[index + 1])
    }
  }

  /// The words of the code, without comments, texts and what is said to be the core's.
  private func words(_ text: String) -> Set<String> {
    let code = text.split(separator: "\n").filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
      .map { $0.replacing(#/"[^"]*"/#, with: "").replacing(#/\bMeetingCore\.\w+/#, with: "") }
    return Set(code.joined(separator: "\n").split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
  }

  private func imports(_ text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ").map(String.init)
        guard let index = words.firstIndex(of: "import"), index <= 1, words.count > index + 1 else { return nil }
        return words[index + 1]
      })
  }
}
