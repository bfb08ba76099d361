import Clocks
import Cryptography
import MeetingCore
import MockKit
import VideoSDKAdapter
import VideoSDKMock

extension ProviderKind {
  static let videoSDK = ProviderKind(
    description: VideoSDKProvider.description,
    makeProvider: { account, surroundings in
      VideoSDKProvider(
        account: try videoSDKAccount(account), transport: surroundings.transport, time: surroundings.time,
        random: surroundings.random, sockets: surroundings.sockets)
    },
    startMock: { settings, time in
      let defaults = VideoSDKMockConfiguration()
      let mock = try await VideoSDKMock.start(
        VideoSDKMockConfiguration(
          apiKey: settings.credentials["api_key"]?.revealed ?? defaults.accounts[0].apiKey,
          secret: settings.credentials["api_secret"] ?? defaults.accounts[0].secret, seed: settings.seed),
        address: settings.address, port: settings.port, time: time)
      return RunningMock(
        url: mock.url, credentials: ["api_key": Secret(mock.apiKey), "secret": mock.secret],
        readyDocument: mock.readyDocument, stop: { await mock.stop() })
    },
    mockProvenance: { provenanceText(of: VideoSDKMock(time: SystemTime())) },
    contractHarness: { VideoSDKHarness() })

  private static func videoSDKAccount(_ account: Account) throws(CatalogError) -> VideoSDKAccount {
    do {
      return try VideoSDKAccount(
        apiKey: account.credentials["api_key"]?.revealed ?? "", secret: account.credentials["secret"] ?? Secret(""),
        baseURL: account.baseURL, options: account.options, hookURL: account.hookURL)
    } catch { throw CatalogError("\(error)") }
  }
}
