/// The modifiers of a key, as terminals number them: 1 and the sum of shift 1, alt 2, control 4.
struct KeyModifiers: Equatable {
  let hasShift: Bool
  let hasAlt: Bool
  let hasControl: Bool
  /// The key was let go, which is nothing to us.
  ///
  /// Told by terminals that were asked to only.
  let isRelease: Bool

  init(parameter: Int, event: Int = 1) {
    let bits = parameter < 1 ? 0 : parameter - 1
    hasShift = bits & 1 != 0
    hasAlt = bits & 2 != 0
    hasControl = bits & 4 != 0
    isRelease = event == 3
  }
}
