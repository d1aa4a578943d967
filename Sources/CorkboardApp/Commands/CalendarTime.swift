import Glibc

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

  /// The day of a moment where this machine is, as people write it: `3 Nov 2026`.
  static func localDay(_ milliseconds: UInt64) -> String {
    var seconds = time_t(clamping: milliseconds / 1_000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "long ago" }
    let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
    return "\(parts.tm_mday) \(months[Int(parts.tm_mon)]) \(Int(parts.tm_year) + 1_900)"
  }

  init(milliseconds: UInt64) { self.milliseconds = milliseconds }

  /// Reads exactly what `text` writes, from 1970 on; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { "-T:Z".contains($0) }
    let numbers = parts.prefix(6).compactMap { Int($0) }
    guard parts.count == 7, numbers.count == 6, (1970...9999).contains(numbers[0]) else {
      return nil
    }
    let days = Self.days(numbers[0], numbers[1], numbers[2])
    let seconds = days * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
    guard numbers.allSatisfy({ $0 >= 0 && $0 <= 9_999 }), seconds >= 0 else { return nil }
    self.init(milliseconds: UInt64(seconds) * 1_000)
    guard self.text == text else { return nil }
  }

  /// The days from the beginning of 1970 to a date.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let march = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * min(max(march, 0), 11) + 2) / 5 + day - 1
    let yearOfEra = shifted % 400
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return shifted / 400 * 146_097 + dayOfEra - 719_468
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
