import SessionCore

extension People {
  /// Where another machine proved to have this device's key, as the copy of a whole disk has; nil as
  /// long as none was met.
  ///
  /// Two devices with one key cannot meet, and take each other's place in a session: one of them needs
  /// a new key in `PeopleSettings.deviceKey`.
  public var copyAddress: LatestValues<String?> {
    LatestValues(events.copy, isSame: { $0 == $1 }) { $0 }
  }
}
