import JSONCoding
import MockKit

/// What the server passes on or tells, without a part of its own in it.
extension VideoSDKTenant {
  mutating func relay(
    _ method: VideoSDKSignalMethod, _ body: VideoSDKBody, by peer: VideoSDKPeer
  ) throws(VideoSDKRefusal) -> JSON {
    switch method {
    case .startWhiteboard:
      guard signalling.whiteboards[peer.roomID] == nil else { throw VideoSDKRefusal(400, "there is a whiteboard") }
      let url = "https://whiteboard.videosdk.example/\(peer.roomID)"
      signalling.whiteboards[peer.roomID] = url
      notifyAll(in: peer.roomID, "whiteboardStarted", ["url": .string(url)])
      return ["url": .string(url)]
    case .stopWhiteboard:
      guard signalling.whiteboards.removeValue(forKey: peer.roomID) != nil else {
        throw VideoSDKRefusal(400, "there is no whiteboard")
      }
      notifyAll(in: peer.roomID, "whiteboardStopped", [:])
      return [:]
    case .getTransportStats: return try transportStats(body, for: peer)
    default:
      guard peer.peerType == .agent else { throw VideoSDKRefusal(403, "only an agent tells of itself") }
      notifyAll(in: peer.roomID, except: peer.peerID, method.rawValue, body.members)
      return [:]
    }
  }

  /// No media ever flows: what there is to measure is which transports exist.
  private func transportStats(_ body: VideoSDKBody, for peer: VideoSDKPeer) throws(VideoSDKRefusal) -> JSON {
    let target = try body.string("peerId") ?? peer.peerID
    guard participant(target, in: peer.roomID) != nil else { throw .missing("peer with id \"\(target)\" not found") }
    let transports = self.peer(target, in: peer.roomID)?.transports.values.map { $0 } ?? []
    func stats(_ exists: Bool) -> JSON { exists ? ["availableBitrate": 0, "rtt": 0] : [:] }
    return [
      "recv": stats(transports.contains(where: \.isConsuming)),
      "send": stats(transports.contains(where: \.isProducing)),
    ]
  }
}
