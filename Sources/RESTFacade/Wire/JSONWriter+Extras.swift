import GatewayEngine
import JSONCoding

extension JSONWriter {
  /// What was started along with going live, and what was not.
  mutating func extras(of result: GoLiveOutcome) {
    member("started") { json in
      json.list(result.started) { json, started in
        json.object { json in
          json.member("kind", started.extra.rawValue)
          json.member("id", started.id)
        }
      }
    }
    member("failed") { json in
      json.list(result.failed) { json, failed in
        json.object { json in
          json.member("kind", failed.extra.rawValue)
          json.member("error") { $0.itemError(failed.error) }
        }
      }
    }
  }
}
