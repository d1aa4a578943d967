/// The decoded activity of a session, decoded anew only when its bytes change.
final class ActivityCache<Activity: GroupActivity> {
  private var content: [UInt8]
  private var decoded: Activity

  init(_ content: [UInt8], _ decoded: Activity) {
    self.content = content
    self.decoded = decoded
  }

  /// The activity in `content`; the last one that could be decoded when this one cannot.
  func value(for content: [UInt8]) -> Activity {
    guard content != self.content else { return decoded }
    self.content = content
    if let newer = try? MessageCoding.decode(Activity.self, content) { decoded = newer }
    return decoded
  }
}
