// Built together with all of SessionCore, so that its decoders are covered by the fuzzer.

/// Any text as an invitation link, alone and behind the beginning of one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLink(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  for pasted in [text, "corkboard:" + text] {
    guard let link = try? InvitationLink(pasted, scheme: "corkboard") else { continue }
    let written = link.text(scheme: "corkboard")
    precondition(written.utf8.count <= InvitationLink.textLimit, "a link is too long")
    let again = try? InvitationLink(written, scheme: "corkboard")
    precondition(again?.token == link.token, "two links of one text")
  }
  return 0
}

/// Links with and without places.
func seeds() -> [[UInt8]] {
  let places = [
    Endpoint(address: [10, 0, 0, 2], port: 26_752),
    Endpoint(address: [UInt8](repeating: 9, count: 16), port: 1),
  ]
  return (0...places.count).flatMap { count -> [[UInt8]] in
    let link = InvitationLink(
      device: DeviceID(77),
      token: [UInt8](1...16),
      endHint: 29_000_000,
      places: Array(places.prefix(count))
    )
    let text = link.text(scheme: "corkboard")
    return [Array(text.utf8), Array(text.utf8.dropFirst("corkboard:".count))]
  }
}
