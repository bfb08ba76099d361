import AdapterKit
import JSONCoding
public import MeetingCore

extension VideoSDKProvider {
  /// How long the end of a session may take, which the service confirms before it happens.
  static let endTime: Duration = .seconds(60)

  /// Under our id, which the service takes once: asked for again, it gives the same room. Only a look before tells whether it
  /// had one, and what it had is used only while it is open.
  public func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation {
    let operation = "rooms.create"
    let body = try RoomPlan(spec, account: account, operation: operation).body
    let known: RoomReading?
    do { known = try await find(spec.key, context) } catch { throw error.beforeExecution }
    let room: RoomReading
    if let known {
      room = known
    } else {
      room = RoomReading(json: try await sender.send(.createRoom(body), context))
    }
    let id = try require(room, key: spec.key, operation)
    if room.isDisabled { throw ProviderFailure(.conflict, executed: .no, operation: operation) }
    return RoomCreation(room: providerRoom(spec.key, spec.kind, id), existed: known != nil)
  }

  public func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure)
    -> ProviderRoom?
  {
    guard let room = try await find(key, context) else { return nil }
    return providerRoom(key, kind, try require(room, key: key, "rooms.get"))
  }

  /// Ends what runs and closes the room, since old tokens would open the next session. The service confirms an end before it
  /// comes. What has ended or is closed already is where it was meant to be.
  public func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    let id = try await roomID(room, context)
    let ended = try await endSession(of: id, context)
    do { try await close(id, context) } catch { throw ended == nil ? error : error.afterExecution }
    do throws(ProviderFailure) {
      guard let open = try await openSession(of: id, context) else { return .applied([]) }
      // Somebody came in between the two.
      if open.id != ended { _ = try await endSession(of: id, context) }
      return .pending(confirmedBy: [.sessionOver(vendorID: open.id)], within: Self.endTime)
    } catch {
      return .pending(confirmedBy: [.nobodyLeft], within: Self.endTime)
    }
  }

  /// The session that runs in a room; nil when none does.
  func openSession(of room: String, _ context: CallContext) async throws(ProviderFailure) -> SessionReading? {
    let request = VideoSDKRequest.openSessions(of: room)
    let page: Page
    do throws(ProviderFailure) {
      page = try Page.rows(try await sender.send(request, context), operation: request.operation)
    } catch {
      if error.reason == .noActiveSession { return nil }
      throw error
    }
    return SessionReading.open(in: page.rows)
  }

  private func providerRoom(_ key: String, _ kind: RoomKind, _ id: String) -> ProviderRoom {
    ProviderRoom(key: key, kind: kind, refs: [Self.roomRef: id])
  }

  private func find(_ key: String, _ context: CallContext) async throws(ProviderFailure) -> RoomReading? {
    do throws(ProviderFailure) { return RoomReading(json: try await sender.send(.room(key), context)) } catch {
      if error.reason == .notFound { return nil }
      throw error
    }
  }

  /// The session that is being ended; nil when there is none.
  private func endSession(of room: String, _ context: CallContext) async throws(ProviderFailure) -> String? {
    do throws(ProviderFailure) {
      return SessionReading(try await sender.send(.endSession(room, session: nil), context))?.id
    } catch {
      if error.reason == .noActiveSession { return nil }
      guard Self.mayBeClosed(error), try await isClosed(room, context) else { throw error }
      return nil
    }
  }

  private func close(_ room: String, _ context: CallContext) async throws(ProviderFailure) {
    do throws(ProviderFailure) { try await sender.send(.deactivate(room), context) } catch {
      guard Self.mayBeClosed(error) || error.reason == .notFound else { throw error }
      guard try await !isClosed(room, context) else { return }
      guard error.reason == .notFound else { throw error }
      // The room is there, and open: whatever could not be found, it was not the room.
      throw ProviderFailure(
        .badResponse(pointer: ""), executed: .no, operation: error.operation, vendorStatus: error.vendorStatus,
        vendorMessage: error.vendorMessage, vendorRequestID: error.vendorRequestID)
    }
  }

  /// Whether a refusal may only say that it was done before.
  private static func mayBeClosed(_ failure: ProviderFailure) -> Bool {
    switch failure.reason {
    case .conflict, .forbidden, .invalid: true
    default: false
    }
  }

  private func isClosed(_ room: String, _ context: CallContext) async throws(ProviderFailure) -> Bool {
    RoomReading(json: try await sender.send(.room(room), context)).isDisabled
  }
}
