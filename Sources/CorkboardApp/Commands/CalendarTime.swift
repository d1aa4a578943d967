/// A moment in the calendar, in UTC.
struct CalendarTime: Equatable {
  let milliseconds: UInt64

  /// As ISO 8601 has it, such as `2026-03-01T09:05:00Z`.
  var text: String {
    let seconds = Int(milliseconds / 1_000)
    let (year, month, day) = Self.date(seconds / 86_400)
    let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60]
    let date = "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
    return date + "T" + time.map { Self.digits($0, 2) }.joined(separator: ":") + "Z"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// The Gregorian date so many days after 1970 began; years are counted from March.
  private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let day = dayOfYear - (153 * march + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
