import JSONCoding
import MockKit

/// Who is connected to the signalling: they come with a token, are heard, and go.
extension VideoSDKTenant {
  /// Takes a connection in, and says which it is. Nobody is in the room before `join`.
  mutating func connect(
    _ ticket: VideoSDKTicket, _ queue: SocketQueue, at now: Int64
  ) throws(VideoSDKRefusal) -> String {
    let claims = try admission(ticket, at: now)
    var peer = VideoSDKPeer(
      id: signalling.identifiers.object(), peerID: ticket.peerID, queue: queue, roomID: ticket.roomID, claims: claims,
      mode: ticket.mode, peerType: ticket.peerType)
    if rooms[ticket.roomID] == nil {
      peer.stage = .stranger
      agenda.add(.socketCloses(id: peer.id), at: now + seconds(options.signalling.unknownRoomSilenceSeconds))
    }
    for other in peers(in: ticket.roomID)
    where other.peerID == peer.peerID && !other.isInside && other.stage != .stranger {
      bid(other.id, farewell: .duplicate, at: now)
    }
    signalling.peers[peer.id] = peer
    return peer.id
  }

  /// The claims of somebody who may come in, as far as that can be said before `join`. Whoever wants into a room that
  /// does not exist is let in, too: nobody will answer.
  func admission(_ ticket: VideoSDKTicket, at now: Int64) throws(VideoSDKRefusal) -> VideoSDKClaims {
    let claims = try claims(ticket.token, at: now)
    guard rooms[ticket.roomID] != nil else { return claims }
    var join = VideoSDKJoin(participantID: ticket.peerID, name: "", claims: claims)
    join.mode = ticket.mode
    try checkJoin(join, to: ticket.roomID)
    return claims
  }

  /// The claims of a token of this account.
  func claims(_ token: String, at now: Int64) throws(VideoSDKRefusal) -> VideoSDKClaims {
    guard VideoSDKToken.apiKey(token) == account.apiKey else { throw .token(.invalidToken, "Token is invalid") }
    return try VideoSDKToken(options: options, now: now).claims(token, secret: account.secret)
  }

  /// A connection has ended; whoever was in the room by it has left.
  mutating func disconnect(_ id: String, at now: Int64) {
    guard let peer = signalling.peers.removeValue(forKey: id) else { return }
    if peer.stage == .waiting { withdraw(peer.peerID, from: peer.roomID) }
    guard let connection = peer.connection else { return }
    leave(peer.peerID, from: peer.roomID, connection: connection, reason: .socketClosed, at: now)
  }

  /// Hears a frame. `reply` gets the answer of a request, if there is one now; everything that comes of the request is
  /// said behind it.
  mutating func hear(
    _ frame: ProtooFrame, from id: String, at now: Int64, reply: (ProtooAnswer, Int64) -> Void
  ) {
    guard let peer = signalling.peers[id], peer.stage != .stranger else { return }
    switch frame {
    case .request(let request, let method, let data):
      guard peer.stage != .leaving else { return }
      do throws(VideoSDKRefusal) {
        if let answer = try perform(method, data, by: id, request: request, at: now) {
          reply(answer, request)
        }
      } catch {
        // Whatever refuses has changed nothing; what it had already begun to say is not said.
        _ = (takeEvents(), takeAnnouncements())
        signalling.outbox = []
        reply(ProtooAnswer(error), request)
      }
    case .response(let request, let answer): settle(request, answer, by: id, at: now)
    // Nothing is known that a client would tell unasked.
    case .notification: break
    }
  }

  /// What a request of the server's was about; nil when nobody waits for an answer of that id.
  func question(_ request: Int64, to id: String) -> VideoSDKQuestion? { signalling.peers[id]?.questions[request] }

  // MARK: Finding

  /// Everybody connected to a room, in a stable order.
  func peers(in roomID: String) -> [VideoSDKPeer] {
    signalling.peers.values.filter { $0.roomID == roomID }.sorted { $0.id < $1.id }
  }

  /// Whose connection a participant is in the room by; nil for devices of the control plane's and for agents.
  func peer(_ participantID: String, in roomID: String) -> VideoSDKPeer? {
    signalling.peers.values.first { $0.isInside && $0.peerID == participantID && $0.roomID == roomID }
  }

  mutating func change(peer id: String, _ body: (inout VideoSDKPeer) -> Void) {
    if signalling.peers[id] != nil { body(&signalling.peers[id]!) }
  }

  /// What the model is told of somebody who joins by a connection.
  func joining(_ peer: VideoSDKPeer) -> VideoSDKJoin {
    var join = VideoSDKJoin(participantID: peer.peerID, name: peer.name, claims: peer.claims)
    join.mode = peer.mode
    join.peerType = peer.peerType
    return join
  }

  // MARK: Saying

  /// Says something once the request under way is answered.
  mutating func say(_ frame: ProtooFrame, to id: String) { signalling.outbox.append((id, frame)) }

  mutating func notify(_ id: String, _ method: String, _ data: JSONObject) {
    say(.notification(method: method, data: .object(data)), to: id)
  }

  /// Tells everybody in a room, but for one participant.
  mutating func notifyAll(in roomID: String, except participantID: String? = nil, _ method: String, _ data: JSONObject)
  {
    for peer in peers(in: roomID) where peer.isInside && peer.peerID != participantID { notify(peer.id, method, data) }
  }

  /// Asks a client for something and remembers what it was.
  mutating func ask(_ id: String, _ question: VideoSDKQuestion, _ data: JSONObject) {
    let request = signalling.nextQuestionID()
    change(peer: id) { $0.questions[request] = question }
    say(.request(id: request, method: question.method, data: .object(data)), to: id)
  }

  /// Lets out what waits, and what the news of the request make of it.
  mutating func tellPeers() {
    flush()
    while true {
      let news = takeAnnouncements()
      if news.isEmpty { return }
      for one in news {
        tell(one)
        flush()
      }
    }
  }

  /// Lets out what waits, before something that must not come first.
  mutating func flush() {
    for (id, frame) in signalling.outbox { signalling.peers[id]?.queue.send(frame.json) }
    signalling.outbox = []
  }
}
