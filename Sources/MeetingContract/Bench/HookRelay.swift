import HTTPTypes
import RESTFacade
import Synchronization

/// Carries the vendor's deliveries to the API, as the network would: at times twice, or not at all.
final class HookRelay: Sendable {
  private struct State {
    var copies = 1
    var hooks: [VendorHook] = []
    var answers: [Int] = []
  }

  private let state = Mutex(State())
  private let facade: RESTFacade
  private let provider: String

  init(facade: RESTFacade, provider: String) {
    self.facade = facade
    self.provider = provider
  }

  /// How often each further delivery is carried; 0 loses it.
  var copies: Int {
    get { state.withLock { $0.copies } }
    set { state.withLock { $0.copies = newValue } }
  }

  /// Every delivery so far, carried or not.
  var hooks: [VendorHook] { state.withLock { $0.hooks } }
  /// The API's answers.
  var answers: [Int] { state.withLock { $0.answers } }

  /// Takes a delivery; the status the vendor gets.
  func take(_ hook: VendorHook) async -> Int {
    let copies = state.withLock { state in
      state.hooks.append(hook)
      return state.copies
    }
    var status = 200
    for _ in 0..<copies { status = await post(hook) }
    return status
  }

  /// Posts a delivery to the API.
  func post(_ hook: VendorHook) async -> Int {
    var fields = HTTPFields()
    for field in hook.fields { fields.add(field.name, field.value) }
    let head = HTTPRequestHead(
      method: "POST", path: "/v1/hooks/\(provider)", fields: fields, contentLength: hook.body.count, hasBody: true)
    let status = await facade.respond(to: HTTPRequest(head: head, body: hook.body)).status
    state.withLock { $0.answers.append(status) }
    return status
  }
}
