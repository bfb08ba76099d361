/// Which fields each query takes, with their operators.
enum StreamQueryFields {
  struct Rule: Sendable {
    let operators: Set<String>
    var isDate = false
  }

  private static let all: Set<String> = ["$eq", "$in", "$gt", "$gte", "$lt", "$lte", "$exists"]
  private static let text = Rule(operators: all)
  private static let date = Rule(operators: all, isDate: true)
  private static let equality = Rule(operators: ["$eq"])
  private static let choice = Rule(operators: ["$eq", "$in"])

  static let calls: [String: Rule] = [
    "id": text, "cid": text, "type": text, "team": text, "created_by_user_id": text, "parent_call_cid": text,
    "created_at": date, "updated_at": date, "starts_at": date, "ended_at": date, "backstage": equality,
    "ongoing": equality, "members": Rule(operators: ["$in"]),
    "custom": Rule(operators: all.union(["$contains", "$q", "$autocomplete"])),
  ]
  static let members: [String: Rule] = [
    "user_id": text, "role": text, "call_cid": text, "created_at": date, "updated_at": date, "custom": text,
  ]
  static let participants: [String: Rule] = ["user_id": choice, "published_tracks": choice]
  static let users: [String: Rule] = [
    "id": Rule(operators: all.union(["$ne", "$nin", "$autocomplete"])),
    "name": Rule(operators: all.union(["$autocomplete"])), "username": Rule(operators: ["$eq", "$autocomplete"]),
    "role": text, "banned": Rule(operators: ["$eq", "$ne"]), "language": equality,
    "teams": Rule(operators: ["$eq", "$in", "$contains"]), "created_at": date, "updated_at": date, "last_active": date,
    "custom": Rule(operators: all.union(["$contains"])),
  ]
}
