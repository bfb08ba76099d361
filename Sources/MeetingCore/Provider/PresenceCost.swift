/// What reading presence costs, in requests to the vendor.
public struct PresenceCost: Sendable, Hashable {
  /// How many rooms one request reads; at least 1.
  public let roomsPerRequest: Int
  /// How many requests that takes, where one does not do; at least 1.
  public let requestsPerReading: Int
  /// Requests on top for each room whose tracks are read; 0 when they come along or cannot be read.
  public let requestsForTracks: Int

  public init(roomsPerRequest: Int = 1, requestsPerReading: Int = 1, requestsForTracks: Int = 0) {
    self.roomsPerRequest = max(1, roomsPerRequest)
    self.requestsPerReading = max(1, requestsPerReading)
    self.requestsForTracks = max(0, requestsForTracks)
  }
}
