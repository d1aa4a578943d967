/// What a link is dialled for.
enum Goal: Hashable, Comparable {
  case request(RequestID)
  case member(DeviceID)

  /// The only device that will do; nil for any.
  var device: DeviceID? {
    switch self {
    case .request: nil
    case .member(let device): device
    }
  }
}
