import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
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
          secret: settings.credentials["secret"] ?? defaults.accounts[0].secret, seed: settings.seed),
        address: settings.address, port: settings.port, time: time)
      return RunningMock(
        url: mock.url, credentials: ["api_key": Secret(mock.apiKey), "secret": mock.secret],
        readyDocument: mock.readyDocument, stop: { await mock.stop() })
    },
    mockProvenance: { provenanceText(of: VideoSDKMock(time: SystemTime())) },
    contractHarness: { VideoSDKHarness() })

  private static func videoSDKAccount(_ account: Account) throws(CatalogError) -> VideoSDKAccount {
    guard let key = account.credentials["api_key"], let secret = account.credentials["secret"], !key.isEmpty,
      !secret.isEmpty
    else { throw CatalogError("api_key and secret are required and must not be empty") }
    var videoSDK = VideoSDKAccount(
      apiKey: key.revealed, secret: secret, baseURL: account.baseURL ?? VideoSDKAccount.publicURL)
    let options = account.options
    if let url = options["signaling_base_url"] {
      guard AbsoluteURL(url)?.isBase == true else {
        throw CatalogError("signaling_base_url is an http or https address")
      }
      videoSDK.signallingURL = VideoSDKAccount.trimmed(url)
    }
    if let url = options["hook_url"] { videoSDK.hookURL = try hookURL(url) }
    if let key = options["hook_public_key"] { videoSDK.pinnedKey = key }
    return videoSDK
  }

  /// The service posts to https only; a mock posts to anything on this machine, too.
  private static func hookURL(_ url: String) throws(CatalogError) -> String {
    guard AbsoluteURL(url)?.isBase == true, url.utf8.count <= 512 else {
      throw CatalogError("hook_url is an http or https address of 512 characters at most")
    }
    return url
  }
}
