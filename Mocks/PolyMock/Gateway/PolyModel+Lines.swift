import JSONCoding
import MockKit

/// Sockets that open and close.
extension PolyModel {
  /// Takes a socket in; its id.
  mutating func open(_ kind: PolyLine.Kind, cursor: Int = 0, _ queue: SocketQueue, at now: Int64) -> String {
    var line = PolyLine(id: identifiers.hex(16), kind: kind, queue: queue, openedAt: now)
    line.cursor = cursor
    lines[line.id] = line
    switch kind {
    case .messaging(let session):
      // It may have ended since the handshake was judged.
      guard sessions[session]?.isOver == false else {
        say(.close(code: 4001, reason: "session not found"), on: line.id)
        break
      }
      sessions[session]?.lastHeard = now
      sessions[session]?.lines.append(line.id)
      guard options.sessionStartAfterMilliseconds > 0 else {
        welcome(line.id, at: now)
        break
      }
      agenda.add(
        .welcome(line: line.id), at: now + Self.nanoseconds(milliseconds: options.sessionStartAfterMilliseconds))
    case .signalling:
      lines[line.id]?.isReady = true
      if options.adoptsOrphan, orphans.count == 1, let call = orphans.keys.first { bind(call, to: line.id) }
      drop(line.id, at: .open, now)
    case .events:
      agenda.add(.eventsAuth(line: line.id), at: now + Self.nanoseconds(seconds: options.eventsAuthSeconds))
    }
    return line.id
  }

  /// Hears one message; `text` says that it came as a text.
  mutating func hear(_ bytes: [UInt8], text: Bool, on id: String, at now: Int64) {
    guard let line = lines[id], !line.isLeaving else { return }
    lines[id]?.received += 1
    guard bytes.count <= options.frameBytes else {
      return say(.close(code: 1009, reason: "Message too large"), on: id)
    }
    switch line.kind {
    case .messaging(let session): hearMessaging(text ? bytes : nil, on: id, in: session, at: now)
    case .signalling: hearSignalling(bytes, on: id, at: now)
    case .events(let call): hearEvents(bytes, on: id, of: call, at: now)
    }
  }

  /// A socket has ended, with this code.
  mutating func disconnect(_ id: String, code: UInt16, at now: Int64) {
    guard let line = lines.removeValue(forKey: id) else { return }
    switch line.kind {
    case .messaging(let session): sessions[session]?.lines.removeAll { $0 == id }
    case .signalling:
      for call in line.calls {
        calls[call]?.line = nil
        guard calls[call]?.isLive == true else { continue }
        if code == 1000, options.goodbyeEndsCall { end(call, reason: "caller", at: now) } else { orphan(call, at: now) }
      }
    case .events(let call):
      guard calls[call]?.line == id else { return }
      calls[call]?.line = nil
      if options.lostEventsEndCall { end(call, reason: "lost", at: now) }
    }
  }

  private mutating func orphan(_ call: String, at now: Int64) {
    orphans[call] = now
    agenda.add(.orphan(call: call, since: now), at: now + Self.nanoseconds(seconds: options.orphanSeconds))
  }

  /// A socket speaks for a call from now on, and gets what was held for it.
  mutating func bind(_ id: String, to line: String) {
    guard let call = calls[id], call.line != line else { return }
    orphans[id] = nil
    attach(id, to: line)
    calls[id]?.held = []
    for frame in call.held { say(frame, on: line) }
  }

  /// A socket is a call's from now on, and no other is.
  mutating func attach(_ id: String, to line: String) {
    if let former = calls[id]?.line { lines[former]?.calls.removeAll { $0 == id } }
    calls[id]?.line = line
    lines[line]?.calls.append(id)
  }

  /// Says something about a call, or holds it until a socket speaks for the call.
  mutating func tell(_ frame: JSON, about id: String) {
    guard let call = calls[id] else { return }
    if let line = call.line, lines[line]?.isLeaving == false {
      say(frame, on: line)
    } else {
      calls[id]?.held.append(frame)
    }
  }

  /// Ends a socket where the options want that.
  mutating func drop(_ line: String, at point: PolyDrop.Point, _ now: Int64) {
    guard let drop = options.drop, drop.point == point, drop.times > 0 else { return }
    options.drop?.times -= 1
    if options.drop?.times == 0 { options.drop = nil }
    leave(line, drop.code.map { .close(code: $0, reason: "") } ?? .drop, at: now)
  }

  /// The vendor ends a socket. A goodbye with 1000 on a signalling socket ends its calls; otherwise they wait for
  /// another.
  mutating func leave(_ id: String, _ act: PolyOutgoing.Act, at now: Int64) {
    guard let line = lines[id], !line.isLeaving else { return }
    say(act, on: id)
    guard line.kind == .signalling else { return }
    lines[id]?.calls = []
    for call in line.calls {
      calls[call]?.line = nil
      guard calls[call]?.isLive == true else { continue }
      if case .close(1000, _) = act { end(call, reason: "agent", at: now) } else { orphan(call, at: now) }
    }
  }
}
