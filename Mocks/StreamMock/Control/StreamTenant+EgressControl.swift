import JSONCoding
import MockKit

extension StreamTenant {
  /// Files come before their time, or something breaks off: of the egress named, or of the latest.
  mutating func moveEgress(_ cid: String, _ body: JSONObject, fails: Bool, at now: Int64) throws(ControlRefusal) {
    let id = try ControlFields(body, allowed: ["egress_id"]).string("egress_id")
    guard calls[cid] != nil else { throw ControlRefusal("there is no such call") }
    let isDone =
      fails
      ? failEgress(id, cid, at: now) : makeFilesReady(cid, at: now) { id == nil || $0.egressID == id } > 0
    if !isDone { throw ControlRefusal("nothing is waited for", field: "egress_id") }
  }
}
