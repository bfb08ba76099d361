import MeetingCore
import RoomReducer
import Store

/// Takes in what a watching connection is told: in order for each room, without one room's control holding up the others,
/// and never more than so much at a time. What does not fit is forgotten, and its room read instead.
struct WatchLanes: Sendable {
  private static let count = 16
  private static let depth = 512

  private let account: String
  private let services: Services
  private let fence: LeaseFence
  private let lanes: [(stream: AsyncStream<WebhookDelivery>, feed: AsyncStream<WebhookDelivery>.Continuation)]

  init(account: String, services: Services, fence: LeaseFence) {
    self.account = account
    self.services = services
    self.fence = fence
    lanes = (0..<Self.count).map { _ in
      let (stream, feed) = AsyncStream<WebhookDelivery>.makeStream(bufferingPolicy: .bufferingOldest(Self.depth))
      return (stream, feed)
    }
  }

  /// Puts it into its room's lane.
  func take(_ delivery: WebhookDelivery) {
    guard let room = delivery.roomKey else { return services.meters.watched(account, "unmatched") }
    if delivery.facts.isEmpty { return }
    let lane = room.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % Self.count
    guard case .dropped = lanes[lane].feed.yield(delivery) else { return }
    services.meters.watched(account, "overflow")
    services.hints.add(room, of: account)
  }

  /// Works until cancelled; returns early when the lease is somebody else's.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for lane in lanes { group.addTask { await work(lane.stream) } }
      await group.next()
      group.cancelAll()
    }
  }

  /// Returns when cancelled or fenced.
  private func work(_ lane: AsyncStream<WebhookDelivery>) async {
    for await delivery in lane {
      do throws(MailboxFailure) { try await commit(delivery) } catch {
        if error == .fenced { return }
        services.meters.watched(account, "failed")
        if let room = delivery.roomKey { services.hints.add(room, of: account) }
      }
    }
  }

  /// A room in creation takes nothing yet: it is read once it is there.
  private func commit(_ delivery: WebhookDelivery) async throws(MailboxFailure) {
    guard let room = delivery.roomKey, let state = try await services.mailboxes.state(of: room),
      state.room.provider == account, state.room.phase != .creating
    else {
      services.meters.watched(account, "unmatched")
      if let room = delivery.roomKey { services.hints.add(room, of: account) }
      return
    }
    await services.gate.pass(room)
    var submission = RoomSubmission(delivery.facts.map(RoomInput.fact))
    submission.fence = fence
    let committed = try await services.mailboxes.submit(submission, to: room)
    services.meters.watched(account, committed.events.isEmpty ? "unchanged" : "applied")
  }
}
