import Store

/// The open transaction of one batch, as its jobs see it. Belongs to the writer's thread.
final class Transaction {
  let connection: Connection
  /// What the batch adds to the log, in position order.
  private(set) var events: [EventRecord] = []
  private var head: Int64
  private var isRefused = false

  /// Begins; other writers wait from here on.
  init(on connection: Connection) throws(SQLiteFailure) {
    self.connection = connection
    try connection.run("BEGIN IMMEDIATE")
    head = try connection.first("SELECT position FROM log_head") { $0.int(0) } ?? 0
  }

  /// Runs one job so that its failure or refusal leaves no trace and hurts no other. Throws what ends the whole batch.
  func run(_ job: AnyJob<Transaction>) throws(SQLiteFailure) {
    let (startHead, startCount) = (head, events.count)
    isRefused = false
    try connection.run("SAVEPOINT job")
    do throws(SQLiteFailure) {
      try job.run(self)
    } catch {
      guard error.isLocal else { throw error }
      isRefused = true
    }
    if isRefused {
      try connection.run("ROLLBACK TO job")
      head = startHead
      events.removeLast(events.count - startCount)
    }
    try connection.run("RELEASE job")
  }

  /// What the job wrote is to be undone, though it returns an answer.
  func refuse() { isRefused = true }

  /// Adds a room's events to the log; returns the first position.
  func append(_ new: [NewEvent], to room: RoomRecord) throws(SQLiteFailure) -> Int64? {
    let first = new.isEmpty ? nil : head + 1
    for event in new {
      try append(
        EventRecord(
          position: head + 1, room: room.id, sequence: event.sequence, tenant: room.tenant, type: event.type,
          recordedAt: event.recordedAt, body: event.body))
    }
    return first
  }

  /// Adds what concerns no room; returns the first position.
  func append(_ announcements: [Announcement]) throws(SQLiteFailure) -> Int64? {
    let first = announcements.isEmpty ? nil : head + 1
    for announcement in announcements { try append(announcement.record(at: head + 1)) }
    return first
  }

  private func append(_ event: EventRecord) throws(SQLiteFailure) {
    head = event.position
    try connection.run(
      "INSERT INTO events(position, room, sequence, tenant, type, recorded_at, body) VALUES (?,?,?,?,?,?,?)",
      event.position, event.room, event.sequence, event.tenant, event.type, event.recordedAt, event.body)
    events.append(event)
  }

  /// Makes the batch durable.
  func commit(_ faults: SQLiteFaults) throws(SQLiteFailure) {
    if !events.isEmpty { try connection.run("UPDATE log_head SET position = ?", head) }
    if let fault = faults.beforeCommit() { throw SQLiteFailure(code: 10, message: fault) }
    try connection.run("COMMIT")
  }
}
