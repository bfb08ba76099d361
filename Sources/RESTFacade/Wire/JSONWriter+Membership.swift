import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  mutating func membership(_ view: MemberView) {
    object { json in
      json.member("person") { $0.person(view.person) }
      json.member("role", view.role.rawValue)
    }
  }
}
