import Testing

@testable import HTTPServer

@Suite struct TimetableTests {
  @Test func entriesComeDueInOrderAndNotBeforeTheirTime() {
    let start = ContinuousClock.now
    var timetable = Timetable()
    for index in 0..<500 { timetable.insert(UInt64(index), at: start + .seconds(index * 7919 % 500)) }
    #expect(timetable.earliest == start)
    #expect(timetable.popDue(start - .seconds(1)) == nil)
    var popped: [ContinuousClock.Instant] = []
    while let entry = timetable.popDue(start + .seconds(249)) { popped.append(entry.at) }
    #expect(popped == (0..<250).map { start + .seconds($0) })
    #expect(timetable.earliest == start + .seconds(250))
  }
}
