import Testing

/// What the inner modules may not say: they know no vendor.
@Suite struct WordTests {
  private static var vendorWords: [Regex<Substring>] {
    [
      #/(?i)\bgetstream\b/#, #/(?i)stream-io/#, #/(?i)\bvideosdk\b/#, #/(?i)\bpoly(?:ai)?\b/#, #/(?i)\bprotoo\b/#,
      #/\bcall_cid\b/#, #/\bcid\b/#, #/user_session_id/#, #/\bStreamAdapter\b/#, #/\bStreamMock\b/#,
      #/"stream(?:-main)?"/#,
    ]
  }

  @Test(arguments: ["MeetingCore", "RoomReducer", "GatewayEngine", "RESTFacade", "EventDelivery", "Store"])
  func noVendorWordInTheInnerModules(_ module: String) {
    let files = Repository.swiftFiles(below: "Sources/\(module)")
    #expect(!files.isEmpty)
    for (path, text) in files {
      for word in Self.vendorWords {
        #expect(text.firstMatch(of: word) == nil, "\(path) names a vendor")
      }
    }
  }

  @Test(arguments: ["Sources", "Adapters", "Mocks", "Benchmarks", "Tests"])
  func nothingIsLeftToDo(_ folder: String) {
    let marks = ["TO" + "DO", "FIX" + "ME", "fatalError(\"not " + "implemented"]
    for (path, text) in Repository.swiftFiles(below: folder) {
      for mark in marks { #expect(!text.contains(mark), "\(path) has \(mark)") }
    }
  }

  /// A closure that is the whole value of a mutex is wrapped once more by the compiler at each use, without end: it belongs
  /// into a struct.
  @Test(arguments: ["Sources", "Adapters", "Mocks", "Benchmarks", "Tests"])
  func noMutexHoldsABareClosure(_ folder: String) {
    let files = Repository.swiftFiles(below: folder)
    #expect(!files.isEmpty)
    for (path, text) in files {
      #expect(text.firstMatch(of: #/Mutex<[^>\n]*->/#) == nil, "\(path) has a mutex over a closure")
    }
  }

  /// Tests read nothing outside the repository, and nothing leaves the loopback.
  @Test func sourcesNameNoMachinePath() {
    for folder in ["Sources", "Adapters", "Mocks", "Tests"] {
      for (path, text) in Repository.swiftFiles(below: folder) {
        #expect(!text.contains("/wo" + "rk/") && !text.contains("/ro" + "ot/"), "\(path)")
      }
    }
  }
}
