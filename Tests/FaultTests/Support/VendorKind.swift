import StreamMock

/// The vendors that the table is about.
enum VendorKind: String, CaseIterable, Sendable {
  case stream
  case videosdk

  /// What it is called on the page.
  var title: String {
    switch self {
    case .stream: "Stream"
    case .videosdk: "VideoSDK"
    }
  }

  /// What the vendor calls a room of its own, where the gateway's is meant beside it.
  var noun: String {
    switch self {
    case .stream: "call"
    case .videosdk: "meeting"
    }
  }

  /// A mock of it that listens; it must be stopped.
  func start(address: String = "127.0.0.1") async throws -> any FaultVendor {
    switch self {
    case .stream: StreamFaultVendor(mock: try await StreamMock.start(address: address))
    case .videosdk: VideoSDKFaultVendor(mock: try await VideoSDKFaultVendor.start(address: address))
    }
  }
}
