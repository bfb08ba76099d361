/// What the service can be told is spoken; `auto` finds out by itself.
enum TranscriptionLanguages {
  static let all: Set<String> = Set(
    """
    auto en fr es de it nl pt pl ca cs da el fi id ja ru sv ta th tr hu ro zh ar tl he hi hr ko ms no uk bg et sl sk
    """.split(separator: " ").map(String.init))
}
