import JSONCoding
import MockKit

/// How somebody is sent away.
extension VideoSDKTenant {
  /// Tells a client that its time is over. The participant has left already.
  mutating func bid(_ id: String, farewell reason: VideoSDKLeaveReason, at now: Int64) {
    guard let peer = signalling.peers[id], peer.stage != .leaving else { return }
    change(peer: id) { peer in
      peer.stage = .leaving
      peer.connection = nil
      peer.questions = [:]
    }
    if peer.stage == .waiting { withdraw(peer.peerID, from: peer.roomID) }
    if reason == .duplicate {
      notify(id, "error", Self.errorData(VideoSDKCode.duplicateParticipant.rawValue, "DUPLICATE_PARTICIPANT"))
    }
    switch options.signalling.goodbye {
    case .socket:
      flush()
      peer.queue.close(1000, reason.text)
    case .request:
      ask(id, .close, reasonData(reason))
      agenda.add(.socketCloses(id: id), at: now + seconds(options.signalling.closeGraceSeconds))
    }
  }

  /// A connection that should have ended by itself is ended.
  func closeSocket(_ id: String) {
    guard let peer = signalling.peers[id], [.leaving, .stranger].contains(peer.stage) else { return }
    peer.queue.close(1000, "")
  }

  /// Everybody is told goodbye, as when a server goes away.
  func closeSockets() {
    for peer in signalling.peers.values { peer.queue.close(1001, "going away") }
  }

  /// A reason as `peerClosed` and `close` carry it.
  func reasonData(_ reason: VideoSDKLeaveReason) -> JSONObject {
    switch options.signalling.reasonField {
    case .none: [:]
    case .reasonCode: ["reasonCode": .integer(Int64(reason.rawValue)), "reason": .string(reason.text)]
    case .leaveReason: ["leaveReason": .integer(Int64(reason.rawValue)), "reason": .string(reason.text)]
    }
  }

  static func errorData(_ code: Int, _ message: String) -> JSONObject {
    ["code": .integer(Int64(code)), "message": .string(message)]
  }
}
