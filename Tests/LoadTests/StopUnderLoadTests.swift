import Clocks
import HTTPClient
import HTTPTypes
import JSONCoding
import ProgramTesting
import SQLiteStore
import Store
import Synchronization
import Testing

@Suite("Stopping under load")
struct StopUnderLoadTests {
  /// What was answered before and while the gateway stopped.
  private struct Record: Sendable {
    var rooms: [String] = []
    var hooks: [String] = []
    var wrong: [String] = []
    var answers = 0
  }

  @Test func nothingThatWasAcknowledgedIsLost() async throws {
    let served = try await Served.start(logLevel: "error")
    let gateway = try await LoadedGateway.over(served)
    let room = try await gateway.room()
    try await gateway.fault("GetOrCreateCall", ["kind": "delay", "ms": 30])
    let streams = try (0..<100).map { _ in try gateway.socket() }
    for stream in streams { #expect(await stream.writeAll(gateway.following(room))) }
    #expect(try await eventually { try await gateway.levels().streams == 100 })
    let record = Mutex(Record())
    let workers = 200
    let load = Task {
      try await together(workers) { worker in
        if worker % 2 == 0 { await create(gateway, worker, record) } else { await post(gateway, room, worker, record) }
      }
    }
    #expect(await eventually(within: .seconds(20)) { record.withLock { $0.rooms.count > 50 && $0.hooks.count > 50 } })
    let started = ContinuousClock.now
    let status = await served.gateway.terminate(within: .seconds(10))
    let took = ContinuousClock.now - started
    _ = try await load.value
    print("stopped in \(took) with \(record.withLock { $0.answers }) answers")
    #expect(status == 0)
    #expect(took < .seconds(8), "the drain of the configuration is 5 s: \(took)")
    for stream in streams { #expect(await wholeStream(stream)) }
    let found = record.withLock { $0 }
    #expect(found.wrong == [])
    try await everythingIsThere(served, room, found)
    #expect(await served.mock.terminate() == 0)
    await served.client.shutdown()
  }

  /// One connection, one request after the other, until the gateway is gone.
  private func create(_ gateway: LoadedGateway, _ worker: Int, _ record: borrowing Mutex<Record>) async {
    guard let socket = try? gateway.socket() else { return }
    var bytes: [UInt8] = []
    for number in 0... {
      let name = "stop-\(worker)-\(number)"
      let request = gateway.request(
        "POST", "/v1/rooms", #"{"kind":"audio_room","external_id":"\#(name)","host":{"external_id":"nadia"}}"#)
      guard await socket.writeAll(request), let answer = await socket.answer(&bytes) else { break }
      let json = (try? JSON.parse(answer.body, mode: .strict)) ?? .null
      record.withLock { record in
        record.answers += 1
        if answer.status == 201, json["external_id"]?.stringValue == name, let id = json["id"]?.stringValue {
          record.rooms.append(id)
        } else if answer.status != 503 || json["code"] == nil {
          record.wrong.append("\(answer.head) \(String(decoding: answer.body, as: UTF8.self))")
        }
      }
    }
    record.withLock {
      if !bytes.isEmpty { $0.wrong.append("half an answer: \(String(decoding: bytes, as: UTF8.self))") }
    }
  }

  private func post(_ gateway: LoadedGateway, _ room: String, _ worker: Int, _ record: borrowing Mutex<Record>) async {
    guard let socket = try? gateway.socket() else { return }
    var bytes: [UInt8] = []
    for number in 0... {
      let type = "call.stop_\(worker)_\(number)"
      let time = RFC3339.format(wallSeconds() * 1_000_000_000)
      let body = #"{"type":"\#(type)","created_at":"\#(time)","call_cid":"audio_room:\#(room)"}"#
      let fields = gateway.hookFields(Array(body.utf8)).entries.map { "\($0.name): \($0.value)\r\n" }.joined()
      let request = gateway.request("POST", "/v1/hooks/stream-main", body, fields: fields)
      guard await socket.writeAll(request), let answer = await socket.answer(&bytes) else { break }
      record.withLock { record in
        record.answers += 1
        if answer.status == 200 {
          record.hooks.append(type)
        } else if answer.status != 503 {
          record.wrong.append("\(answer.head) \(String(decoding: answer.body, as: UTF8.self))")
        }
      }
    }
    record.withLock {
      if !bytes.isEmpty { $0.wrong.append("half an answer: \(String(decoding: bytes, as: UTF8.self))") }
    }
  }

  /// A stream ends with its last chunk, not in the middle.
  private func wholeStream(_ socket: RawSocket) async -> Bool {
    var bytes: [UInt8] = []
    _ = await eventually(within: .seconds(10)) {
      while let more = socket.read() {
        if more.isEmpty { return true }
        bytes += more
      }
      return false
    }
    return bytes.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8))
  }

  private func everythingIsThere(_ served: Served, _ room: String, _ record: Record) async throws {
    let folder = served.configuration.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let store = try SQLiteStore.open(path: folder.joined(separator: "/") + "/gateway.db", exclusive: true)
    for id in record.rooms { #expect(try await store.room(id: id)?.phase == "backstage") }
    var logged: Set<String> = []
    var position: Int64 = 0
    while true {
      let page = try await store.events(EventQuery(scope: .room(room), after: position, limit: 256))
      guard let last = page.last else { break }
      position = last.position
      for event in page {
        let json = try JSON.parse(event.body, mode: .strict)
        if let type = json["provider_event", "type"]?.stringValue { logged.insert(type) }
      }
    }
    #expect(Set(record.hooks).subtracting(logged) == [])
    #expect(record.rooms.count > 50 && record.hooks.count > 50)
    await store.close()
  }
}
