/// What a link is dialled for.
enum Goal: Hashable, Comparable {
  case request(RequestID)
  case member(DeviceID)
  /// To see whether a copy of this device is there.
  case copy

  /// The only device that will do; nil for any.
  var device: DeviceID? {
    switch self {
    case .request, .copy: nil
    case .member(let device): device
    }
  }
}
