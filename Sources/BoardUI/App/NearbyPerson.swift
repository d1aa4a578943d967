package import BoardCore

/// A device that was heard on the network: a hint that somebody may be there, and no more.
package struct NearbyPerson: Equatable, Sendable {
  /// The device that it claims to be.
  package var id: [UInt8]
  package var name: String
  /// The name of the machine.
  package var device: String
  /// The best of its addresses, with the port.
  package var address: String
  /// When it was last heard, since start; below zero when that was before.
  package var heard: Duration

  package init(
    id: [UInt8],
    name: String,
    device: String = "",
    address: String = "",
    heard: Duration = .zero
  ) {
    self.id = id
    self.name = name
    self.device = device
    self.address = address
    self.heard = heard
  }

  /// How long the words about its age stay true.
  static let step: Duration = .seconds(10)

  /// How long ago it was heard, in steps of ten seconds and then of minutes.
  func ageWords(at moment: Duration) -> String {
    let tens = max(0, (moment - heard).components.seconds / 10)
    if tens == 0 { return "heard now" }
    return tens < 6 ? "heard \(tens * 10) s ago" : "heard \(tens / 6) min ago"
  }

  /// Whether somebody means it by a text: its name or its machine's, in any case.
  func isCalled(_ text: String) -> Bool {
    let text = text.lowercased()
    return !text.isEmpty && [name, device].contains { $0.lowercased() == text }
  }

  /// Whether its name or its machine's begins with a text, in any case.
  func begins(with text: String) -> Bool {
    [name, device].contains { $0.lowercased().hasPrefix(text.lowercased()) }
  }
}

/// Whom the panel of people has chosen, whatever comes and goes around them.
package enum PersonChoice: Equatable, Sendable {
  case here(PeerKey)
  case nearby([UInt8])
  /// An invitation link of this person.
  case link(UInt64)
}

/// The panel of people: how far it is scrolled, and who is chosen.
package struct PeopleMode: Equatable, Sendable {
  package var scroll = PanelScroll()
  package var chosen: PersonChoice?

  package init() {}
}
