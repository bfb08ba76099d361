import JSONCoding
import MockKit

/// One page of a list, with what the vendor says about it.
struct VideoSDKPage<Row: Sendable>: Sendable {
  let rows: [Row]
  let info: JSON

  /// Takes the page that `input` asks for.
  init(_ all: [Row], _ input: VideoSDKInput, _ options: VideoSDKMockOptions) throws(VideoSDKRefusal) {
    let page = try input.count("page") ?? 1
    let asked = try input.count("perPage") ?? options.defaultPerPage
    if options.refusesLargePages, asked > options.maximumPerPage {
      throw .invalid("perPage", "must be at most \(options.maximumPerPage)")
    }
    let perPage = min(asked, options.maximumPerPage)
    rows = Array(all.dropFirst((page - 1) * perPage).prefix(perPage))
    info = [
      "currentPage": .int(page), "perPage": .int(perPage),
      "lastPage": .int(max(1, (all.count + perPage - 1) / perPage)), "total": .int(all.count),
    ]
  }

  /// `{pageInfo, data: […]}`, or the rows under another name.
  func document(_ name: String = "data", _ row: (Row) -> JSON) -> JSON {
    ["pageInfo": info, name: .array(rows.map(row))]
  }
}
