import JSONCoding

extension QueryParameter {
  /// The parameter as the API document has it.
  var document: JSON {
    var object = JSONObject()
    object["name"] = .string(name)
    object["in"] = "query"
    if isRequired { object["required"] = true }
    object["description"] = .string(summary)
    object["schema"] = form.schema
    if case .choices = form {
      object["style"] = "form"
      object["explode"] = false
    }
    return .object(object)
  }
}

extension QueryParameter.Form {
  fileprivate var schema: JSON {
    switch self {
    case .integer(let range) where range.upperBound == .max:
      ["type": "integer", "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(.max)]
    case .integer(let range): Schema.integer(range)
    case .boolean: Schema.boolean
    case .choice(let names): Schema.choice(names)
    case .choices(let names): ["type": "array", "minItems": 1, "items": Schema.choice(names)]
    case .time: Schema.givenTime
    case .externalID: Schema.externalID
    case .text(let maximum): Schema.text(maximum, minimum: 1)
    case .eventTypes:
      [
        "type": "string", "maxLength": 1_024,
        "pattern": #"^([a-z_]+\.){0,3}([a-z_]+|\*)(,([a-z_]+\.){0,3}([a-z_]+|\*))*$"#,
      ]
    }
  }
}
