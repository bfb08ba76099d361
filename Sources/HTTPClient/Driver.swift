import CCurl
import HTTPTypes

/// Drives all transfers of one `curl_multi` handle. Belongs to the loop's thread.
struct Driver {
  private let multi: UnsafeMutableRawPointer
  private let configuration: HTTPClientConfiguration
  private let schedule = Schedule()
  private var active: [Int: Transfer] = [:]

  init(_ multi: UnsafeMutableRawPointer, _ configuration: HTTPClientConfiguration) {
    self.multi = multi
    self.configuration = configuration
  }

  /// Runs until told to stop; then fails what is left.
  consuming func run(_ takeOrders: () -> TransferLoop.Orders) {
    while true {
      let orders = takeOrders()
      for transfer in orders.arriving { begin(transfer) }
      for id in orders.cancelled { end(id, .cancelled, "cancelled") }
      if orders.isStopping { break }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      collect()
      expire()
      curl_multi_poll(multi, nil, 0, schedule.pause(.now), nil)
    }
    for id in Array(active.keys) { end(id, .cancelled, "the client stopped") }
  }

  private mutating func begin(_ transfer: Transfer) {
    let code = transfer.prepare(configuration, schedule)
    guard code == CURLE_OK else { return transfer.finish(transfer.outcome(code)) }
    guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
      return transfer.finish(transfer.outcome(CURLE_FAILED_INIT))
    }
    active[transfer.id] = transfer
  }

  /// What the library has finished.
  private mutating func collect() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let context = sb_get_private(message.pointee.easy_handle) else {
        continue
      }
      let transfer = Transfer.of(context)
      let code = sb_message_result(message)
      end(transfer.id, transfer.outcome(code))
    }
  }

  /// What has run out of time.
  private mutating func expire() {
    let now = ContinuousClock.now
    guard schedule.isDue(now) else { return }
    schedule.clear()
    for transfer in Array(active.values) {
      if let reason = transfer.deadlines.expired(now) {
        end(transfer.id, reason, "took too long")
      } else {
        schedule.lower(to: transfer.deadlines.next)
      }
    }
  }

  private mutating func end(_ id: Int, _ reason: HTTPClientFailure.Reason, _ detail: String) {
    guard let transfer = active[id] else { return }
    end(id, .failure(transfer.failure(reason, detail)))
  }

  private mutating func end(_ id: Int, _ outcome: Transfer.Outcome) {
    guard let transfer = active.removeValue(forKey: id) else { return }
    curl_multi_remove_handle(multi, transfer.handle)
    transfer.finish(outcome)
  }
}
