import PolyAdapter

/// Gives a call the media that a test holds.
struct GivenEngine: CallMediaEngine {
  let media: any CallMedia

  func makeMedia() -> any CallMedia { media }
}
