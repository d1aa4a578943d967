import BoardUI
import Glibc
import Testing

/// The system's `wcwidth`, in UTF-8.
private let systemWidth: (@convention(c) (Int32) -> Int32)? = {
  guard setlocale(LC_CTYPE, "C.UTF-8") != nil, let symbol = dlsym(nil, "wcwidth") else {
    return nil
  }
  return unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
}()

struct WidthTests {
  @Test func `every scalar that is drawn has the width that the system gives it`() throws {
    let wcwidth = try #require(systemWidth)
    var differences: [String] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let system = Int(wcwidth(Int32(value)))
      let expected: Int? =
        switch TextWidth.kind(of: scalar) {
        case .unsafe: nil
        case .narrow: 1
        case .wide: 2
        case .mark: 0
        }
      if let expected, expected != system {
        differences.append("\(String(value, radix: 16)): \(expected), system \(system)")
      }
    }
    #expect(differences == [])
  }

  @Test func `what the system cannot print is never drawn`() throws {
    let wcwidth = try #require(systemWidth)
    let drawn = (UInt32(1)...0x10FFFF).filter { value in
      guard let scalar = Unicode.Scalar(value), wcwidth(Int32(value)) < 0 else { return false }
      return TextWidth.kind(of: scalar) != .unsafe
    }
    #expect(drawn == [])
  }

  @Test func `controls, bidi controls and zero-width characters are never drawn`() {
    let hidden: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160,
      0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFE00...0xFE0F,
      0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB, 0xE0001...0xE0001, 0xE0020...0xE007F,
      0xE0100...0xE01EF,
    ]
    let drawn = hidden.joined().filter { value in
      Unicode.Scalar(value).map { TextWidth.kind(of: $0) != .unsafe } ?? false
    }
    #expect(drawn == [])
  }

  @Test func `a character is as wide as its glyphs together`() {
    let samples: [(Character, Int)] = [
      ("a", 1), ("会", 2), ("👩\u{200D}💻", 2), ("🇫🇷", 2), ("e\u{301}", 1), ("क\u{93F}", 2),
      ("\t", 2), ("\u{1B}", 1), ("\u{1FAE8}", 1), ("\r\n", 1), ("⚠\u{FE0F}", 1),
    ]
    #expect(samples.map { TextWidth.columns(of: $0.0) } == samples.map(\.1))
    #expect(TextWidth.columns(of: "a会🇫🇷") == 5)
  }
}
