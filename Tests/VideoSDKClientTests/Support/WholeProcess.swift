import Testing

/// Tests of what holds for a whole process, as the configured token does: one at a time.
@Suite("With a configured process", .serialized)
enum WholeProcess {}
