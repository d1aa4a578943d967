/// What a link is dialled for.
enum Goal: Hashable, Comparable {
  case request(RequestID)
  case member(DeviceID)
}
