// swift-tools-version: 6.2
import PackageDescription

/// Every target: Swift 6 mode, warnings are errors, and the upcoming features that make imports and isolation explicit.
let base: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
/// Targets that touch no C also prove their memory safety.
let strict: [SwiftSetting] = base + [.strictMemorySafety()]

func library(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}
/// A module over one C library: the only one that may import it.
func wrapper(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: base)
}
func clibrary(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: base)
}

let clibraries: [Target] = [
  clibrary("CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
  clibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
  clibrary("CJansson", pkgConfig: "jansson", apt: "libjansson-dev"),
  clibrary("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
  clibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
  clibrary("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
  clibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
  clibrary("CWslay", apt: "libwslay-dev"),
  clibrary("CLinux"),
]

let plumbing: [Target] = [
  library("Clocks"),
  library("HTTPTypes"),
  library("Metrics"),
  library("SessionDescription"),
  wrapper("Threads", []),
  wrapper("JSONCoding", ["CJansson"]),
  wrapper("Cryptography", ["COpenSSL", "JSONCoding"]),
  wrapper("Compression", ["CZlib"]),
  wrapper("StructuredLogging", ["JSONCoding", "Clocks"]),
  wrapper("Configuration", ["CYAML", "JSONCoding", "Cryptography", "HTTPTypes"]),
  wrapper("HTTPServer", ["HTTPTypes", "Threads", "CMicrohttpd", "CLinux"]),
  wrapper("ByteRelay", ["HTTPServer", "Threads", "CLinux"]),
  wrapper("HTTPClient", ["HTTPTypes", "Threads", "Compression", "CCurl"]),
  wrapper("WebSocket", ["HTTPTypes", "HTTPServer", "Threads", "Cryptography", "Clocks", "CWslay", "CLinux"]),
  library("ClientSupport", ["HTTPTypes", "HTTPClient", "WebSocket", "Cryptography"]),
  library("Store"),
  wrapper("SQLiteStore", ["Store", "Threads", "CSQLite", "CLinux"]),
]

let product: [Target] = [
  library("MeetingCore"),
  library("RoomReducer", ["MeetingCore"]),
  library("EventDelivery", ["Store", "Clocks", "HTTPTypes", "Metrics"]),
  library(
    "GatewayEngine",
    [
      "MeetingCore", "RoomReducer", "Store", "EventDelivery", "Clocks", "Cryptography", "JSONCoding", "HTTPTypes",
      "SessionDescription", "StructuredLogging", "Metrics",
    ]),
  library(
    "RESTFacade",
    [
      "GatewayEngine", "MeetingCore", "EventDelivery", "Store", "WebSocket", "HTTPTypes", "JSONCoding", "Cryptography",
      "SessionDescription", "Clocks", "StructuredLogging", "Metrics",
    ]),
  library("ProviderTesting", ["MeetingCore", "Store", "HTTPTypes", "Clocks", "JSONCoding", "Cryptography"]),
  wrapper("ProgramTesting", ["HTTPClient", "HTTPTypes", "JSONCoding", "Cryptography", "Clocks", "CLinux"]),
  library("VendorTesting", ["ProgramTesting", "MockKit", "WebSocket", "HTTPTypes", "JSONCoding", "Clocks"]),
  library(
    "MeetingContract",
    [
      "MeetingCore", "GatewayEngine", "RESTFacade", "ProviderTesting", "Store", "EventDelivery", "HTTPTypes",
      "JSONCoding", "Cryptography", "Clocks", "StructuredLogging", "Metrics",
    ]),
  library("MeetingContractTesting", ["MeetingContract", "MeetingCore"]),
  library(
    "ProviderCatalog",
    [
      "MeetingCore", "GatewayEngine", "MeetingContract", "PolyAdapter", "PolyMock", "StreamAdapter", "StreamMock",
      "VideoSDKAdapter",
      "VideoSDKMock",
      "MockKit", "HTTPTypes",
      "HTTPClient", "HTTPServer", "WebSocket", "JSONCoding", "Cryptography", "Clocks", "Configuration",
      "StructuredLogging",
    ]),
  .executableTarget(
    name: "switchboard",
    dependencies: [
      "ProviderCatalog", "MeetingContract", "RESTFacade", "GatewayEngine", "EventDelivery", "MeetingCore", "Store",
      "SQLiteStore", "HTTPServer", "HTTPClient", "WebSocket", "HTTPTypes", "JSONCoding", "Cryptography",
      "Configuration", "Clocks",
      "StructuredLogging", "Metrics", "MockKit",
    ], swiftSettings: base),
]

let adapters: [Target] = [
  library(
    "AdapterKit", path: "Adapters/AdapterKit",
    ["MeetingCore", "HTTPTypes", "WebSocket", "JSONCoding", "Cryptography", "Clocks", "StructuredLogging"]),
  library(
    "PolyAdapter", path: "Adapters/PolyAdapter",
    [
      "AdapterKit", "MeetingCore", "HTTPTypes", "ClientSupport", "WebSocket", "JSONCoding", "Cryptography", "Clocks",
      "StructuredLogging",
    ]),
  library(
    "StreamAdapter", path: "Adapters/StreamAdapter",
    [
      "AdapterKit", "MeetingCore", "HTTPTypes", "ClientSupport", "WebSocket", "JSONCoding", "Cryptography",
      "Compression", "Clocks", "StructuredLogging",
    ]),
  library(
    "VideoSDKAdapter", path: "Adapters/VideoSDKAdapter",
    [
      "AdapterKit", "MeetingCore", "HTTPTypes", "ClientSupport", "WebSocket", "JSONCoding", "Cryptography", "Clocks",
      "StructuredLogging",
    ]),
]

let mocks: [Target] = [
  library(
    "MockKit", path: "Mocks/MockKit",
    [
      "HTTPTypes", "HTTPServer", "WebSocket", "ByteRelay", "HTTPClient", "JSONCoding", "Cryptography", "Compression",
      "Clocks",
    ]),
  library(
    "PolyMock", path: "Mocks/PolyMock",
    ["MockKit", "WebSocket", "HTTPTypes", "JSONCoding", "Cryptography", "Clocks"]),
  library(
    "StreamMock", path: "Mocks/StreamMock",
    ["MockKit", "WebSocket", "HTTPTypes", "JSONCoding", "Cryptography", "Compression", "Clocks"]),
  library(
    "VideoSDKMock", path: "Mocks/VideoSDKMock",
    ["MockKit", "WebSocket", "HTTPTypes", "JSONCoding", "Cryptography", "Clocks"]),
]

let suites: [Target] = [
  tests("ClocksTests", ["Clocks"]),
  tests("WebSocketTests", ["WebSocket", "HTTPServer", "HTTPClient", "HTTPTypes", "Cryptography"]),
  tests("HTTPTypesTests", ["HTTPTypes"]),
  tests("JSONCodingTests", ["JSONCoding"]),
  tests("CryptographyTests", ["Cryptography", "JSONCoding"]),
  tests("CompressionTests", ["Compression"]),
  tests("StructuredLoggingTests", ["StructuredLogging", "JSONCoding", "Clocks", "Metrics"]),
  tests("ConfigurationTests", ["Configuration", "JSONCoding", "Cryptography", "HTTPTypes"]),
  tests("HTTPServerTests", ["ProgramTesting", "HTTPServer", "HTTPTypes"]),
  tests("ByteRelayTests", ["ProgramTesting", "ByteRelay", "HTTPServer", "HTTPClient", "HTTPTypes"]),
  tests("HTTPClientTests", ["ProgramTesting", "HTTPClient", "HTTPServer", "HTTPTypes", "Compression"]),
  tests("StoreTests", ["Store", "SQLiteStore", "ProviderTesting", "CSQLite", "HTTPTypes", "Clocks"]),
  tests("EventDeliveryTests", ["ProgramTesting", "EventDelivery", "Store", "ProviderTesting", "HTTPTypes", "Clocks"]),
  tests("RoomReducerTests", ["RoomReducer", "MeetingCore", "ProviderTesting"]),
  tests(
    "GatewayEngineTests",
    [
      "ProgramTesting", "GatewayEngine", "MeetingCore", "RoomReducer", "ProviderTesting", "Store", "EventDelivery",
      "RESTFacade",
      "JSONCoding", "Cryptography", "HTTPTypes", "Clocks", "StructuredLogging", "Metrics",
    ]),
  tests(
    "RESTFacadeTests",
    [
      "ProgramTesting", "RESTFacade", "GatewayEngine", "MeetingCore", "ProviderTesting", "Store", "EventDelivery",
      "WebSocket",
      "HTTPServer", "HTTPClient", "HTTPTypes", "JSONCoding", "Cryptography", "Clocks", "StructuredLogging", "Metrics",
    ]),
  tests(
    "PolyAdapterTests",
    [
      "ProgramTesting", "AdapterKit", "PolyAdapter", "PolyMock", "MockKit", "MeetingCore", "WebSocket", "HTTPClient",
      "HTTPTypes", "JSONCoding", "Cryptography", "Clocks",
    ]),
  tests(
    "PolyClientTests",
    [
      "ProgramTesting", "PolyAdapter", "PolyMock", "MeetingCore", "ClientSupport", "WebSocket", "HTTPServer",
      "HTTPClient",
      "HTTPTypes", "JSONCoding", "Cryptography", "Clocks", "StructuredLogging",
    ]),
  tests(
    "PolyMockTests",
    [
      "VendorTesting", "ProgramTesting", "PolyMock", "MockKit", "WebSocket", "HTTPServer", "HTTPClient", "HTTPTypes",
      "JSONCoding",
      "Cryptography",
      "Clocks",
    ]),
  tests(
    "StreamAdapterTests",
    [
      "VendorTesting", "ProgramTesting", "AdapterKit", "StreamAdapter", "StreamMock", "MockKit", "MeetingCore",
      "ProviderTesting",
      "WebSocket",
      "HTTPClient",
      "HTTPTypes",
      "JSONCoding", "Cryptography", "Compression", "Clocks",
    ]),
  tests(
    "StreamClientTests",
    [
      "AdapterKit", "StreamAdapter", "StreamMock", "MockKit", "MeetingCore", "ClientSupport", "ProgramTesting",
      "WebSocket",
      "HTTPClient", "HTTPTypes", "JSONCoding", "Cryptography", "Clocks",
    ]),
  tests(
    "StreamMockTests",
    [
      "VendorTesting", "ProgramTesting", "StreamMock", "MockKit", "WebSocket", "HTTPClient", "HTTPTypes", "JSONCoding",
      "Cryptography",
      "Compression",
      "Clocks",
    ]),
  tests(
    "VideoSDKAdapterTests",
    [
      "VendorTesting", "ProgramTesting", "AdapterKit", "VideoSDKAdapter", "VideoSDKMock", "MockKit", "MeetingCore",
      "WebSocket",
      "HTTPClient", "HTTPTypes", "JSONCoding", "Cryptography", "Clocks",
    ]),
  tests(
    "VideoSDKMockTests",
    [
      "VendorTesting", "ProgramTesting", "VideoSDKMock", "MockKit", "WebSocket", "HTTPServer", "HTTPClient",
      "HTTPTypes", "JSONCoding",
      "Cryptography", "Clocks",
    ]),
  tests(
    "VideoSDKClientTests",
    [
      "ProgramTesting", "VideoSDKAdapter", "VideoSDKMock", "MockKit", "MeetingCore", "ClientSupport", "WebSocket",
      "HTTPServer", "HTTPClient", "HTTPTypes", "JSONCoding", "Cryptography", "Clocks",
    ]),
  tests(
    "ContractTests",
    [
      "MeetingContract", "MeetingContractTesting", "ProviderCatalog", "MeetingCore", "StreamMock", "VideoSDKMock",
      "MockKit", "ProviderTesting", "HTTPTypes", "JSONCoding", "Clocks",
    ]),
  tests(
    "FaultTests",
    [
      "ProgramTesting", "StreamAdapter", "StreamMock", "VideoSDKAdapter", "VideoSDKMock", "MockKit", "GatewayEngine",
      "RESTFacade", "MeetingCore", "ProviderTesting", "Store", "WebSocket",
      "EventDelivery", "HTTPServer", "HTTPClient", "HTTPTypes", "JSONCoding", "Cryptography", "Clocks",
      "StructuredLogging", "Metrics",
    ]),
  tests(
    "LiveTests",
    [
      "ProgramTesting", "StreamAdapter", "StreamMock", "VideoSDKAdapter", "VideoSDKMock", "MockKit", "Store",
      "SQLiteStore", "GatewayEngine", "RESTFacade", "MeetingCore",
      "ProviderTesting",
      "EventDelivery", "HTTPServer", "HTTPClient", "WebSocket", "HTTPTypes", "JSONCoding", "Cryptography", "Clocks",
      "StructuredLogging", "Metrics",
    ]),
  tests(
    "MutationTests",
    [
      "ProgramTesting", "ProviderTesting", "RESTFacade", "GatewayEngine", "MeetingCore", "EventDelivery", "Store",
      "SessionDescription", "StreamAdapter", "AdapterKit",
      "HTTPServer", "HTTPTypes", "JSONCoding", "Cryptography", "Compression", "Configuration", "Clocks",
      "StructuredLogging",
    ]),
  tests(
    "StormTests",
    [
      "GatewayEngine", "RESTFacade", "RoomReducer", "MeetingCore", "StreamAdapter", "StreamMock", "VideoSDKAdapter",
      "VideoSDKMock", "MockKit", "HTTPClient", "HTTPServer", "WebSocket", "ProviderTesting", "ProgramTesting", "Store",
      "SQLiteStore", "EventDelivery", "HTTPTypes", "JSONCoding",
      "Cryptography", "Clocks", "StructuredLogging", "Metrics",
    ]),
  tests(
    "ForeignClientTests",
    ["ProgramTesting", "VideoSDKMock", "HTTPClient", "HTTPTypes", "JSONCoding", "Cryptography"]),
  tests("ArchitectureTests"),
  tests(
    "DocumentationTests",
    [
      "ProviderCatalog", "Configuration", "MeetingCore", "RESTFacade", "MockKit", "ProgramTesting", "HTTPClient",
      "HTTPTypes",
    ]),
  tests(
    "CrashTests",
    [
      "ProgramTesting", "ProviderTesting", "HTTPClient", "HTTPTypes", "JSONCoding", "Cryptography", "Clocks", "CSQLite",
    ]),
  tests(
    "EndToEndTests",
    [
      "ProgramTesting", "HTTPServer", "HTTPClient", "WebSocket", "HTTPTypes", "JSONCoding", "Cryptography", "Clocks",
      "Compression",
    ]),
  tests(
    "LoadTests",
    [
      "ProgramTesting", "ProviderTesting", "HTTPServer", "HTTPClient", "HTTPTypes", "EventDelivery", "Store",
      "SQLiteStore", "StreamMock", "MockKit", "JSONCoding", "Cryptography", "Clocks",
    ]),
]

/// Not shipped: what `Benchmarks/run` measures with.
let benchmarks: [Target] = [
  .executableTarget(
    name: "LoadGenerator", dependencies: ["CLinux"], path: "Benchmarks/LoadGenerator", swiftSettings: base),
  .executableTarget(
    name: "JSONBenchmark", dependencies: ["JSONCoding"], path: "Benchmarks/JSONBenchmark", swiftSettings: base),
]

let package = Package(
  name: "switchboard",
  products: [
    .executable(name: "switchboard", targets: ["switchboard"]),
    .library(name: "MeetingCore", targets: ["MeetingCore"]),
    .library(name: "MeetingContract", targets: ["MeetingContract"]),
    .library(name: "PolyAdapter", targets: ["PolyAdapter"]),
    .library(name: "StreamAdapter", targets: ["StreamAdapter"]),
    .library(name: "VideoSDKAdapter", targets: ["VideoSDKAdapter"]),
  ],
  targets: clibraries + plumbing + product + adapters + mocks + benchmarks + suites
)

/// Builds for the thread sanitizer, with `SWITCHBOARD_TSAN=1`. It follows POSIX locks but cannot see the futexes of
/// `Synchronization.Mutex`; so a module of ours, with the same types on what it does follow, stands in for `Synchronization`
/// everywhere. Only the suites that share memory between threads are there.
func sanitize(_ package: Package) {
  let concurrent = [
    "HTTPServerTests", "HTTPClientTests", "StoreTests", "EventDeliveryTests", "GatewayEngineTests",
    "StreamClientTests", "VideoSDKClientTests",
  ]
  package.targets.removeAll { $0.type == .test && !concurrent.contains($0.name) }
  package.targets.append(
    .executableTarget(
      name: "planted-race", dependencies: ["Threads"], path: "Sanitizer/PlantedRace", swiftSettings: base))
  for target in package.targets where target.type != .system {
    target.dependencies.append("PthreadSynchronization")
    target.swiftSettings?.append(.unsafeFlags(["-module-alias", "Synchronization=PthreadSynchronization"]))
  }
  package.targets += [
    .target(name: "CWords", path: "Sanitizer/CWords"),
    .target(
      name: "PthreadSynchronization", dependencies: ["CWords"], path: "Sanitizer/PthreadSynchronization",
      swiftSettings: base),
  ]
}

/// Builds these modules optimized whatever the configuration, with `SWITCHBOARD_OPTIMIZED_PLUMBING=1`: nearly half of what the
/// suites compute is reading and writing JSON. Not otherwise, since a package with such flags cannot be depended on.
func optimizePlumbing(_ package: Package) {
  for target in package.targets
  where ["JSONCoding", "HTTPTypes", "Cryptography", "StructuredLogging"].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"]))
  }
}

if Context.environment["SWITCHBOARD_TSAN"] == "1" { sanitize(package) }
if Context.environment["SWITCHBOARD_OPTIMIZED_PLUMBING"] == "1" { optimizePlumbing(package) }
