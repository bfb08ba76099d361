import Clocks
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting
import VideoSDKMock

@testable import VideoSDKAdapter

/// Deliveries as the mock signs and sends them.
@Suite struct VendorHookTests {
  @Test func aRoomsLifeIsTold() async throws {
    let bench = VendorBench()
    let room = try await bench.room()
    let id = try await bench.join("ana@b.c", room)
    await bench.advance(2)
    await bench.leave(id, room)
    await bench.advance(6)
    #expect(await bench.inbox.wait(for: "session-ended"))
    try await bench.provider.fetchKeys(bench.context)
    let deliveries = try bench.deliveries()
    #expect(deliveries.allSatisfy { $0.isReadable && $0.refs == room.refs })
    let details = deliveries.flatMap(\.facts).map(\.detail)
    guard case .sessionStarted(let session) = details.first else {
      Issue.record("no session")
      return
    }
    #expect(
      details.dropFirst().dropLast() == [
        .joined(ConnectionName.joined("ana_mb_dc", session: session)),
        .left(connection: "ana_mb_dc", person: "ana@b.c", reason: nil),
      ])
    if case .sessionEnded(let ended, let startedAt, _) = details.last {
      #expect(ended == session && startedAt != nil)
    } else {
      Issue.record("no end")
    }
    await bench.stop()
  }

  /// Somebody who comes again is told in the very bytes of the first time: that is no repeat, and has no key.
  @Test func comingAgainIsToldInTheSameBytes() async throws {
    let bench = VendorBench()
    let room = try await bench.room()
    let id = try await bench.join("ana", room)
    await bench.leave(id, room)
    try await bench.join("ana", room)
    #expect(await bench.inbox.wait(for: "participant-joined", times: 2))
    let joins = bench.inbox.requests.filter { String(decoding: $0.body ?? [], as: UTF8.self).contains("joined") }
    #expect(joins.count == 2 && joins[0].body == joins[1].body)
    try await bench.provider.fetchKeys(bench.context)
    let keys = try joins.map { request in
      try bench.provider.verify(
        request.body ?? [], header: { request.fields.values(of: $0) },
        now: Timestamp(nanoseconds: bench.time.wallNanoseconds))
    }
    #expect(keys == [nil, nil])
    await bench.stop()
  }

  @Test func aPinnedKeyNeedsNoFetching() async throws {
    let other = VendorBench()
    let pem = try await other.provider.sender.send(.publicKey, other.context)["publicKey"]?.stringValue
    await other.stop()
    let bench = VendorBench(account: { $0.pinnedKey = pem })
    try await bench.join("ana", try await bench.room())
    #expect(await bench.inbox.wait(for: "participant-joined"))
    #expect(try bench.deliveries().count == 2)
    await bench.stop()
  }
}
