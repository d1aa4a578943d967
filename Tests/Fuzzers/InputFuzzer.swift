// Built together with BoardUI's decoder of a terminal's bytes.

/// Any bytes from a terminal, in two reads, and then nothing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var decoder = InputDecoder()
  let half = Int(bytes.first ?? 0) % (bytes.count + 1)
  _ = decoder.feed(bytes.prefix(half))
  _ = decoder.feed(bytes.dropFirst(half))
  _ = decoder.timeout()
  precondition(!decoder.isWaiting, "a sequence does not end")
  return 0
}

/// What terminals send for keys, the mouse, pastes and answers, behind where the reads are cut.
func seeds() -> [[UInt8]] {
  let sequences = [
    "hjkl", "Grüße 👩‍👩‍👧", "\u{1B}", "\u{1B}[A", "\u{1B}OB", "\u{1B}[1;2C", "\u{1B}[1;5D",
    "\u{1B}[3~", "\u{1B}[5;2~", "\u{1B}[Z", "\u{1B}[97;5u", "\u{1B}[27;2;13~", "\u{1B}[I",
    "\u{1B}[<0;10;5M", "\u{1B}[<0;10;5m", "\u{1B}[M !!", "\u{1B}[200~two\nlines\u{1B}[201~",
    "\u{1B}[?62;22c", "\u{1B}]11;rgb:0000/0000/0000\u{07}", "\u{1B}P>|term\u{1B}\\",
    "\u{1B}x", "\u{1B}\u{1B}[A", "\u{01}\u{05}\u{0B}\u{15}\u{17}\u{7F}",
  ]
  let all = Array(sequences.joined().utf8)
  return sequences.map { [2] + Array($0.utf8) } + [[60] + all]
}
