import JSONCoding
import MockKit

extension StreamTenant {
  mutating func callTypes(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let name = input.parameters["name"] ?? ""
    switch input.operation {
    case .listCallTypes:
      var all = JSONObject()
      for type in callTypes.values.sorted(by: { $0.name < $1.name }) {
        all[type.name] = .object(document(type, input.view))
      }
      return ["call_types": .object(all)]
    case .getCallType: return document(try callType(name), input.view)
    case .createCallType: return try createCallType(input)
    case .updateCallType: return try updateCallType(name, input)
    default:
      _ = try callType(name)
      guard !StreamDefaults.typeNames.contains(name) else { throw .input("\(name): built-in call types stay") }
      callTypes[name] = nil
      return [:]
    }
  }

  /// Roles and settings that are not given come from the type `default`.
  private mutating func createCallType(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let name = input.string("name") ?? ""
    guard callTypes[name] == nil else { throw .input("\(name): call type already exists") }
    let base = try callType("default")
    let settings = Self.merged(base.settings, input["settings"]?.objectValue ?? [:])
    let type = StreamCallType(
      name: name, settings: settings, grants: base.grants.merging(grants(input)) { $1 }, createdAt: input.now,
      updatedAt: input.now)
    callTypes[name] = type
    return document(type, input.view)
  }

  /// The lists of the roles given are replaced, other roles stay; calls keep the settings they were made with.
  private mutating func updateCallType(_ name: String, _ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    var type = try callType(name)
    type.settings = Self.merged(type.settings, input["settings"]?.objectValue ?? [:])
    type.grants.merge(grants(input)) { $1 }
    type.updatedAt = input.now
    callTypes[name] = type
    regrantAll()
    return document(type, input.view)
  }

  private func grants(_ input: StreamInput) -> [String: [String]] {
    var grants: [String: [String]] = [:]
    for (role, list) in input["grants"]?.objectValue?.pairs ?? [] {
      grants[role] = list.arrayValue?.compactMap(\.stringValue) ?? []
    }
    return grants
  }
}
