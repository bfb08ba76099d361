/// An answer that a fault holds back.
struct VideoSDKLateAnswer: Sendable {
  let milliseconds: Int
  let text: String
}
