import JSONCoding
import ProgramTesting
import Testing

@Suite("What arrives at a hook, and what comes of it", .sharedGateway)
struct HookMatrixTests {
  @Test("deliveries that are broken, repeated, swapped or odd", arguments: HookCase.all)
  func arrival(_ hook: HookCase) async throws {
    let room = try await HookRoom()
    let statuses = try await room.take(hook.posts(room.write))
    let expected = hook.statuses.count == 1 ? statuses.map { _ in hook.statuses[0] } : hook.statuses
    #expect(statuses == expected)
    let (types, summary) = (try await room.types(), try await room.summary())
    #expect(types == hook.events)
    #expect(summary == hook.room)
    #expect(try await room.events().allSatisfy { $0["source"] == "webhook" })
  }

  @Test("a room that ends while it is recorded tells all of it once")
  func endWhileRecording() async throws {
    let room = try await HookRoom()
    let write = room.write
    let story = [
      write.joined("ana", "c1"), write.recording("started", at: 2), write.ended(at: 4),
      write.recording("stopped", at: 5), write.recordingReady(at: 7), write.left("ana", "c1", at: 4, since: 1),
      write.session("ended", at: 6),
    ]
    #expect(Set(try await room.take(story.map { HookPost($0) })) == [200])
    #expect(try await room.summary() == "ended")
    let told: Set = [
      "session.started", "participant.joined", "recording.started", "participant.left", "session.ended", "room.ended",
      "recording.stopped", "recording.ready",
    ]
    let types = try await room.types()
    #expect(Set(types) == told)
    #expect(types.count == told.count, "\(types)")
    let recordings = try await room.api.get("/v1/rooms/\(room.id)/recordings").items
    #expect(recordings.map { $0["state"]?.stringValue } == ["ready"])
  }

  @Test("whatever was told once is not told by a repeat under another id", arguments: HookStory.all)
  func repeats(_ story: HookStory) async throws {
    let room = try await HookRoom()
    let events = story.events(room.write)
    #expect(Set(try await room.take(events.map { HookPost($0) })) == [200])
    let (told, summary) = (try await room.types(), try await room.summary())
    #expect(!told.isEmpty)
    let again = events.enumerated().map { HookPost($1, id: "\($0)-again-" + room.id) }
    for posts in [again, again.reversed()] {
      #expect(Set(try await room.take(posts)) == [200])
      let types = try await room.types()
      #expect(types == told)
    }
    #expect(try await room.summary() == summary)
  }

  @Test("nothing missing, empty or huge in an event is refused, or harms", arguments: HookStory.all)
  func holes(_ story: HookStory) async throws {
    let room = try await HookRoom()
    let events = story.events(room.write)
    for event in events {
      let posts = HookHoles(event).variants.map { HookPost($0) }
      #expect(Set(try await room.take(posts)) == [200])
    }
    _ = try await room.summary()
    #expect(try await room.api.get("/v1/rooms/\(room.id)/participants?connection=all&limit=100").status == 200)
    for list in ["recordings", "broadcasts", "transcriptions", "permission-requests", "members", "bans", "sessions"] {
      #expect(try await room.api.get("/v1/rooms/\(room.id)/\(list)").status == 200)
    }
    var (seen, cursor) = (Int64(0), "")
    repeat {
      let page = try await room.api.get("/v1/rooms/\(room.id)/events?limit=100" + cursor)
      #expect(page.items.allSatisfy { $0["sequence"]?.integerValue != nil })
      for item in page.items {
        seen += 1
        #expect(item["sequence"]?.integerValue == seen)
      }
      cursor = page.items.isEmpty ? "" : "&after=" + (try page.string("next_cursor"))
    } while !cursor.isEmpty
  }
}
