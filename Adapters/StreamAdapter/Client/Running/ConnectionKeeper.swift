import ClientSupport
import Clocks
import Cryptography
import JSONCoding
import MeetingCore
import Synchronization

/// Keeps one connection to the coordinator for as long as it is wanted: made anew when it breaks, with pauses that grow.
final class ConnectionKeeper: Sendable {
  /// What a kept connection tells.
  struct Listener: Sendable {
    let event: @Sendable (JSON) -> Void
    /// There is a connection, and it watches nothing yet. False at the first one.
    let connected: @Sendable (_ again: Bool) -> Void
  }

  private struct State {
    var status = ConnectionStatus.initialized
    var connection: String?
  }

  private let core: ClientCore.Parts
  private let state = Mutex(State())
  private let first = SharedFlight<String>(CoordinatorSocket.operation)
  let statuses = Broadcast<ConnectionStatus>(keeping: 100)

  init(_ core: ClientCore.Parts) { self.core = core }

  var status: ConnectionStatus { state.withLock { $0.status } }
  /// The id of the connection; nil while there is none.
  var connection: String? { state.withLock { $0.connection } }

  /// Returns with the connection's id once there is one. The first attempt fails for whatever reason there is; a connection
  /// that was there once is waited for.
  func ensure(_ listener: Listener) async throws(StreamVideoError) -> String {
    if let connection { return connection }
    if case .reconnecting = status { return try await waitForReturn() }
    return try await first.value { () throws(StreamVideoError) in try await self.establish(listener) }
  }

  private func establish(_ listener: Listener) async throws(StreamVideoError) -> String {
    if let connection { return connection }
    set(.connecting)
    let socket: CoordinatorSocket
    do throws(StreamVideoError) { socket = try await open() } catch {
      set(error.isPassing || error.kind == .cancelled ? .initialized : .disconnected(error))
      throw error
    }
    if Task.isCancelled { return try await giveUp(socket) }
    set(.connected, socket.id)
    guard core.work.start({ await self.keep(socket, listener) }) != nil else {
      return try await giveUp(socket)
    }
    listener.connected(false)
    return socket.id
  }

  /// A connection that came when nobody wanted it any more.
  private func giveUp(_ socket: CoordinatorSocket) async throws(StreamVideoError) -> String {
    set(.initialized)
    await socket.close()
    throw .cancelled(CoordinatorSocket.operation)
  }

  private func waitForReturn() async throws(StreamVideoError) -> String {
    let changes = statuses.observe()
    let (time, patience) = (core.time, core.options.reconnectionTimeout)
    let found = await withTaskGroup(of: String?.self) { group in
      group.addTask {
        if let connection = self.connection { return connection }
        for await status in changes {
          if let connection = self.connection { return connection }
          if case .disconnected = status { return nil }
        }
        return nil
      }
      group.addTask {
        try? await time.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    if let found { return found }
    if case .disconnected(let error) = status { throw error }
    if Task.isCancelled { throw .cancelled(CoordinatorSocket.operation) }
    throw StreamVideoError(.unavailable, operation: CoordinatorSocket.operation, message: "there is no connection")
  }

  /// The end, once all work has ended: there is no connection, and nobody waits for one.
  func reset() async {
    await first.cancel()
    set(.initialized)
    statuses.finish()
  }

  private func set(_ status: ConnectionStatus, _ connection: String? = nil) {
    let changed = state.withLock { state in
      defer { (state.status, state.connection) = (status, connection) }
      return state.status != status || state.connection != connection
    }
    if changed { statuses.tell(status) }
  }

  // MARK: One connection after the other

  private func keep(_ first: CoordinatorSocket, _ listener: Listener) async {
    var socket = first
    while !Task.isCancelled {
      do throws(ProviderFailure) { try await socket.run(listener.event) } catch {
        if socket.isDismissed || !(StreamVideoError(error).isPassing || Self.isExpiry(error)) {
          return set(.disconnected(StreamVideoError(error)))
        }
      }
      if Task.isCancelled { return }
      set(.reconnecting)
      guard let next = await openAgain() else { return }
      socket = next
      set(.connected, socket.id)
      listener.connected(true)
    }
  }

  private static func isExpiry(_ failure: ProviderFailure) -> Bool { failure.vendorCode == "40" }

  /// nil when there is no use in trying, or the client has stopped.
  private func openAgain() async -> CoordinatorSocket? {
    var pauses = BackOff(core.random)
    while !Task.isCancelled {
      do throws(StreamVideoError) { return try await open() } catch {
        if Task.isCancelled { return nil }
        guard error.isPassing else {
          set(.disconnected(error))
          return nil
        }
        try? await core.time.sleep(for: pauses.next(after: error))
      }
    }
    return nil
  }

  /// A token that is over is renewed, once.
  private func open() async throws(StreamVideoError) -> CoordinatorSocket {
    let token = try await core.tokens.current()
    do throws(StreamVideoError) { return try await open(token) } catch {
      guard error.kind == .tokenExpired, core.tokens.isRenewable else { throw error }
      return try await open(try await core.tokens.renewed(after: token))
    }
  }

  private func open(_ token: UserToken) async throws(StreamVideoError) -> CoordinatorSocket {
    let door = try core.door()
    do {
      return try await CoordinatorSocket.open(door, token: token.rawValue, details: core.user.details)
    } catch {
      throw StreamVideoError(error)
    }
  }
}
