import JSONCoding
import Testing

@Suite("Mutated JSON")
struct JSONMutationTests {
  static let corpus = [
    #"{"id":18446744073709551615,"é":"\ud83d\ude00\u0000","n":[-1.5e+3,1e400,0,{"x":null}],"t":true,"s":"a\\\"b"}"#,
    #"{"type":"call.session_participant_joined","call_cid":"default:room-7","created_at":"2026-01-01T00:00:00.5Z"}"#,
    #"[0,-0,-0.0,1e-400,9223372036854775807,-9223372036854775808,1.7976931348623157e308,4.9e-324,0.1]"#,
    #"{"a":{"b":{"c":[[[[{"d":"\u00e9\n\t\/\b\f\r"}]]]]}},"":""}"#,
    "\u{FEFF}{\"mark\":1}", #" [ true , false , null ] "#, #""just a text""#, "-12.5e-3", #"{"k":1,"k":2}"#,
  ]

  @Test("what the strict reader takes is written and read back as it was, and read by the lenient one unrepaired")
  func strict() {
    Campaign.run(Self.corpus) { input in
      guard let value = try? JSON.parse(input, mode: .strict) else { return .refused }
      let again = try JSON.parse(value.bytes(), mode: .strict)
      let lenient = try JSON.parseVendor(input)
      return .holds([
        "written and read it is the same": again == value,
        "written again the bytes are the same": again.bytes() == value.bytes(),
        "the lenient reader reads the same": lenient.value == value, "and repairs nothing": lenient.repairs == 0,
        "the bytes are one line": !value.bytes().contains { $0 < 32 },
      ])
    }
  }

  @Test("what the lenient reader takes is good JSON afterwards, and needs no repair again")
  func lenient() {
    Campaign.run(Self.corpus) { input in
      guard let (value, _) = try? JSON.parseVendor(input) else { return .refused }
      let (again, repairs) = try JSON.parseVendor(value.bytes())
      return .holds([
        "written and read it is the same": again == value, "nothing is left to repair": repairs == 0,
        "canonically too": try JSON.parseVendor(value.canonicalBytes()).value == value,
      ])
    }
  }

  @Test("an error tells a place inside the text")
  func errors() {
    Campaign.run(Self.corpus) { input in
      guard let error = Self.error(in: input) else { return .accepted }
      let isInside = (0...input.count).contains(error.offset) && error.line >= 0 && error.column >= 0
      return isInside ? .refused : .broken("the error is at \(error.offset), \(error.line):\(error.column)")
    }
  }

  private static func error(in input: [UInt8]) -> JSONError? {
    do {
      _ = try JSON.parse(input, mode: .strict)
      return nil
    } catch { return error }
  }
}
