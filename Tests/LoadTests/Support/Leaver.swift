import ProgramTesting

/// A client that vanishes at some point of its exchange.
struct Leaver {
  enum Point: CaseIterable, Sendable {
    case beforeSaying, halfAHead, headWithoutBody, halfABody, beforeTheAnswer, inAStream, duringAVendorCall
    case withPipelinedRequests, inTheMiddleOfAnAnswer
  }

  let gateway: LoadedGateway
  /// A room that is there.
  let room: String
  let choice: RandomChoice

  /// `name` is the external id of the room that this client creates, if it creates one.
  func visit(_ point: Point, name: String) async throws {
    let socket = try gateway.socket()
    switch point {
    case .beforeSaying: break
    case .halfAHead:
      let whole = gateway.request("GET", "/v1/rooms/\(room)")
      _ = socket.writeSome(whole.prefix(1 + choice.number(below: whole.count - 2)))
    case .headWithoutBody: _ = socket.writeSome(create(name).prefix { $0 != 123 })
    case .halfABody: _ = socket.writeSome(create(name).dropLast(1 + choice.number(below: 20)))
    case .beforeTheAnswer: _ = socket.writeSome(gateway.request("GET", "/v1/rooms?limit=100")[...])
    case .inTheMiddleOfAnAnswer:
      _ = socket.writeSome(gateway.request("GET", "/openapi.json")[...])
      _ = await eventually(within: .seconds(1)) { socket.read() != nil }
    case .inAStream:
      _ = socket.writeSome(gateway.following(room)[...])
      if choice.coin { _ = await eventually(within: .seconds(10)) { socket.read() != nil } }
    case .duringAVendorCall:
      _ = socket.writeSome(create(name)[...])
      try? await Task.sleep(for: .milliseconds(choice.number(below: 30)))
    case .withPipelinedRequests:
      let one = gateway.request("GET", "/v1/rooms/\(room)")
      _ = socket.writeSome((one + one + create(name) + one + one)[...])
      if choice.coin { _ = await eventually(within: .seconds(10)) { socket.read() != nil } }
    }
    leave(socket)
  }

  private func create(_ name: String) -> [UInt8] {
    gateway.request(
      "POST", "/v1/rooms", #"{"kind":"audio_room","external_id":"\#(name)","host":{"external_id":"nadia"}}"#)
  }

  private func leave(_ socket: RawSocket) {
    if choice.coin { return socket.reset() }
    if choice.coin { socket.closeSending() }
    socket.close()
  }
}
