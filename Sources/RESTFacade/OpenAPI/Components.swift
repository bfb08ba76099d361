import JSONCoding
import MeetingCore

/// The named schemas of the API document.
enum Components {
  /// All of them; those about vendors' own things are put together from what the providers say of themselves.
  static func schemas(_ providers: [ProviderDescription]) -> JSON {
    var members = JSONObject()
    for group in [rooms, people, controls, operating, egress, permissions, talk, agents, calls] {
      for (name, schema) in group { members[name] = schema }
    }
    members["OwnObject"] = ownObject
    members["OwnValue"] = ownValue
    members["ProviderOptions"] = options(providers)
    members["Connect"] = connect(providers)
    return .object(members)
  }

  private static let withoutNUL = #"^[^\u0000]*$"#

  private static let ownObject: JSON = [
    "type": "object", "propertyNames": ["pattern": .string(withoutNUL)],
    "additionalProperties": Schema.reference("OwnValue"),
  ]

  /// Any value that is read without loss: no NUL in texts, and numbers that a whole number of 64 bits could be.
  private static let ownValue: JSON = [
    "anyOf": [
      ["type": ["null", "boolean"]], ["type": "string", "pattern": .string(withoutNUL)],
      ["type": "number", "minimum": .integer(.min), "maximum": .integer(.max)],
      ["type": "array", "items": Schema.reference("OwnValue")], Schema.ownObject,
    ]
  ]

  /// `provider_options`: an object per provider kind that this instance carries.
  private static func options(_ providers: [ProviderDescription]) -> JSON {
    var kinds = JSONObject()
    for provider in providers { kinds[provider.kind] = schema(provider.roomOptionsSchema) }
    return ["type": "object", "properties": .object(kinds), "additionalProperties": false]
  }

  /// `connect`: one of the providers' own forms, told apart by `kind`.
  private static func connect(_ providers: [ProviderDescription]) -> JSON {
    let forms = providers.map { schema($0.connectSchema) }
    return forms.isEmpty ? Schema.anyObject : ["anyOf": .array(forms)]
  }

  private static func schema(_ text: JSONText) -> JSON {
    (try? JSON.parse(Array(text.text.utf8), mode: .strict)) ?? Schema.anyObject
  }
}
