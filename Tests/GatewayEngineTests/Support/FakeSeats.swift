import Clocks
import MeetingCore

/// The seats of one gateway.
final class FakeSeats: Seating {
  let inside: FakeInside
  let owner: String
  let time: any TimeSource

  init(inside: FakeInside, owner: String = "one", time: any TimeSource = SystemTime()) {
    self.inside = inside
    self.owner = owner
    self.time = time
  }

  struct One: LiveConnecting {
    let inside: FakeInside
    let owner: String
    let time: any TimeSource

    func run(_ room: ProviderRoom, _ port: LivePort) async throws(ProviderFailure) {
      try await inside.sit(room.key, owner, port, time)
    }
  }

  func seat(in room: ProviderRoom) -> any LiveConnecting { One(inside: inside, owner: owner, time: time) }
}
