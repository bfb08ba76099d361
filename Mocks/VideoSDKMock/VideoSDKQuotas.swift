/// How much an account may have at once; nil = no bound.
package struct VideoSDKQuotas: Sendable {
  package var participants: Int?
  package var recordings: Int?
  package var hls: Int?
  package var livestreams: Int?

  package init(participants: Int? = nil, recordings: Int? = nil, hls: Int? = nil, livestreams: Int? = nil) {
    self.participants = participants
    self.recordings = recordings
    self.hls = hls
    self.livestreams = livestreams
  }

  /// What is said of the plan without a price.
  package static let free = VideoSDKQuotas(participants: 50, recordings: 1, hls: 1, livestreams: 1)
  /// What is said of the plan that is paid by use.
  package static let payAsYouGo = VideoSDKQuotas(participants: 100, recordings: 5, hls: 5, livestreams: 5)
}
