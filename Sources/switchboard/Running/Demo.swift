import Cryptography
import GatewayEngine
import JSONCoding
import MeetingCore
import ProviderCatalog
import StructuredLogging

/// A gateway and one mock per kind of provider, wired together.
final class Demo: Sendable {
  let gateway: GatewayProcess
  let key: Secret
  private let mocks: [(kind: String, mock: RunningMock)]
  private let folder: DemoFolder

  private init(gateway: GatewayProcess, key: Secret, mocks: [(kind: String, mock: RunningMock)], folder: DemoFolder) {
    self.gateway = gateway
    self.key = key
    self.mocks = mocks
    self.folder = folder
  }

  static func start(port: Int, data: String?) async throws(CommandError) -> Demo {
    let folder = try DemoFolder(data)
    var mocks: [(kind: String, mock: RunningMock)] = []
    do {
      for kind in ProviderCatalog.kinds {
        mocks.append((kind.kind, try await kind.startMock(MockSettings(), SystemClocks.time)))
      }
      let gateway = try await GatewayProcess.start(settings(port, folder, mocks))
      do {
        let key = try await folder.key(gateway.keys, tenant: Tenants.id("default"))
        for account in gateway.accounts { try await setUp(account, gateway.url) }
        return Demo(gateway: gateway, key: key, mocks: mocks, folder: folder)
      } catch {
        await gateway.stop()
        throw error
      }
    } catch {
      for (_, mock) in mocks { await mock.stop() }
      folder.close()
      throw CommandError("cannot start: \(Starting.words(error))")
    }
  }

  func stop() async {
    await gateway.stop()
    for (_, mock) in mocks { await mock.stop() }
    folder.close()
  }

  private static func settings(_ port: Int, _ folder: DemoFolder, _ mocks: [(kind: String, mock: RunningMock)])
    throws(CommandError) -> GatewaySettings
  {
    var settings = GatewaySettings(
      storePath: folder.storePath, tokenKey: try folder.tokenKey(),
      tenants: [
        .init(
          id: Tenants.id("default"), name: "default",
          origins: ["http://localhost:*", "http://127.0.0.1:*"])
      ],
      providers: mocks.compactMap { name, mock in
        ProviderCatalog.kind(name).map {
          .init(
            name: "\(name)-main", kind: $0, isMock: true,
            account: .init(credentials: mock.credentials, baseURL: mock.url))
        }
      })
    settings.port = port
    settings.isReachedDirectly = true
    settings.toolSecret = WebhookSigner.secret(from: settings.tokenKey.bytes, purpose: "switchboard demo tools")
    settings.allowsPrivateTools = true
    settings.logLevel = .warning
    settings.logFormat = .text
    return settings
  }

  /// What `providers setup` does: the vendor is told where to post, if it is not told with each room.
  private static func setUp(_ account: ProviderAccount, _ url: String) async throws {
    guard let keeping = account.keeping else { return }
    let done = try await keeping.setUp(
      AccountSituation(hookURL: GatewayOptions.hookURL(url, of: account.name)), isRehearsal: false,
      CallContext(deadline: ContinuousClock.now + .seconds(10)))
    guard done.refusals.isEmpty else {
      throw CommandError("\(account.name): \(done.refusals.joined(separator: "; "))")
    }
  }

  // MARK: What is said

  var readyText: String {
    var mocks = JSONObject()
    for (kind, mock) in self.mocks {
      var ready = JSONObject()
      ready["url"] = .string(mock.url)
      for (name, value) in mock.credentials.sorted(by: { $0.key < $1.key }) { ready[name] = .string(value.revealed) }
      mocks[kind] = .object(ready)
    }
    let document: JSON = [
      "gateway": [
        "url": .string(gateway.url), "key": .string(key.revealed),
        "tool_secret": gateway.toolSecret.map { .string($0.revealed) } ?? .null,
      ], "mocks": .object(mocks),
    ]
    return document.text() + "\n"
  }

  var introduction: String {
    DemoIntroduction.text(url: gateway.url, key: key.revealed, mocks: mocks.map { ($0.kind, $0.mock.url) })
  }
}
