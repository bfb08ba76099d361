import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  /// The members of an outcome; `more` adds what a control has beyond them.
  mutating func outcome(_ outcome: Outcome, more: (inout JSONWriter) -> Void = { _ in }) {
    object { json in
      json.member("outcome", outcome.kind.rawValue)
      json.member("changed", outcome.changed)
      json.member("reason", outcome.reason?.rawValue)
      json.member("affected", outcome.affected)
      json.member("operation", outcome.operation)
      more(&json)
    }
  }

  mutating func batch(_ batch: BatchOutcome) {
    object { json in
      json.member("outcome", batch.outcome.kind.rawValue)
      json.member("operation", batch.outcome.operation)
      json.member("items") { $0.list(batch.items) { $0.item($1) } }
    }
  }

  private mutating func item(_ item: BatchOutcome.Item) {
    object { json in
      json.member("participant_id", item.participant)
      json.member("outcome", item.outcome?.rawValue)
      json.member("changed", item.changed)
      if let error = item.error { json.member("error") { $0.itemError(error) } }
    }
  }

  /// What went wrong with one of several things.
  mutating func itemError(_ error: GatewayError) {
    let type = ProblemType.of(error.code)
    object { json in
      json.member("code", error.code.rawValue)
      json.member("title", type.title)
      json.member("detail", error.detail.isEmpty ? type.title : error.detail)
      json.member("retryable", type.retryable)
      if let capability = error.capability { json.member("capability", capability.rawValue) }
    }
  }

  mutating func operation(_ operation: Operation) {
    object { json in
      json.member("id", operation.id)
      json.member("kind", operation.purpose.kind)
      json.member("room_id", operation.room)
      json.member("state", operation.state.rawValue)
      json.member("progress") { json in
        guard operation.progress.total > 1 else { return json.null() }
        json.object { json in
          json.member("done", operation.progress.done)
          json.member("total", operation.progress.total)
        }
      }
      json.member("result") { json in
        guard let result = operation.result else { return json.null() }
        json.object { $0.member("id", result) }
      }
      json.member("error") { json in
        guard let code = operation.errorCode else { return json.null() }
        json.itemError(GatewayError(code, operation.errorDetail ?? ""))
      }
      json.member("created_at", operation.createdAt)
    }
  }
}

extension JSONWriter {
  /// Whether somebody removed may come back, and who sees to it.
  mutating func rejoin(_ requested: RejoinPolicy, _ enforced: Outcome.RejoinEnforcement) {
    member("rejoin") { json in
      json.object { json in
        json.member("requested", requested.rawValue)
        json.member("enforced", enforced.rawValue)
      }
    }
  }
}
