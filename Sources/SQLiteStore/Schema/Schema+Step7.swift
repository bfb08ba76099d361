extension Schema {
  /// What is in the rooms already needs its key only: vendors put stream keys and signed addresses into what they post.
  static let step7 = """
    UPDATE inbox SET raw = x'' WHERE state = 'applied' AND length(raw) > 0;
    """
}
