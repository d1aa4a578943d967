import BoardStore
import OpenGroupActivities

extension BoardStore {
  /// The key that this folder keeps for the device, made on the first run.
  func deviceKey() throws(BoardStoreError) -> DeviceKey {
    // The store gives back 32 bytes or an error.
    DeviceKey(bytes: try deviceKey { DeviceKey().bytes }) ?? DeviceKey()
  }

  /// From the next start on the folder is another device.
  func renewDeviceKey() throws(BoardStoreError) {
    try renewDeviceKey { DeviceKey().bytes }
  }
}

extension DeviceKey {
  /// Which device it makes, as a number.
  var device: UInt128 { UInt128(device: deviceID) }
}
