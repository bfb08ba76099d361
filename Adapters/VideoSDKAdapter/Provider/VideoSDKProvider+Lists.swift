import JSONCoding
import MeetingCore

extension VideoSDKProvider {
  /// The most pages of one list that are read: beyond it the list counts as cut.
  static let mostPages = 50

  /// All rows of a list, page by page.
  func rows(_ context: CallContext, _ request: (Int) -> VideoSDKRequest) async throws(ProviderFailure) -> [JSON] {
    try await pages(context, request) { answer, operation throws(ProviderFailure) in
      try Page.rows(answer, operation: operation)
    }.rows
  }

  /// The same, with each page read by `read`; and whether that were all of them.
  func pages(
    _ context: CallContext, _ request: (Int) -> VideoSDKRequest,
    _ read: (JSON, String) throws(ProviderFailure) -> Page
  ) async throws(ProviderFailure) -> (rows: [JSON], isWhole: Bool) {
    var rows: [JSON] = []
    for number in 1...Self.mostPages {
      let request = request(number)
      let page = try read(try await sender.send(request, context), request.operation)
      rows += page.rows
      if !page.hasMore { return (rows, true) }
    }
    return (rows, false)
  }
}
