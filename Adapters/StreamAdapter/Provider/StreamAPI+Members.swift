import JSONCoding
import MeetingCore

extension StreamAPI {
  /// Makes people members of a call, or gives them other roles. An answer that shows another role than was asked for is no
  /// success: it throws `.badResponse`, with the work done as far as the service did it.
  @discardableResult
  func setMembers(_ members: [JSON], of address: CallAddress, _ context: CallContext) async throws(ProviderFailure)
    -> JSON
  {
    let request = StreamRequest.updateMembers(address, members)
    let answer = try await send(request, context)
    let shown = (answer["members"]?.arrayValue ?? []).compactMap { MemberReading($0) }
    for wanted in members.compactMap({ MemberReading($0) }) {
      guard let role = shown.first(where: { $0.user == wanted.user })?.role, role != wanted.role else { continue }
      throw FailureClassifier.missing("/members/role", request.operation)
    }
    return answer
  }
}
