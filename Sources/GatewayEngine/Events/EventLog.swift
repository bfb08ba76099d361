import EventDelivery
import HTTPTypes
import MeetingCore
import Store

/// Reads the log: pages, and streams that follow it.
struct EventLog: Sendable {
  let services: Services
  let tail: EventTail
}
