import BoardUI
import Testing

/// Web addresses that strangers write.
@Suite struct `A web address from somebody else` {
  @Test(arguments: [
    "https://example.org", "http://example.org:8080/a?b#c", "https://xn--80ak6aa92e.com/",
    "HTTPS://Example.ORG/Path",
  ])
  func `that is plain is shown`(text: String) throws {
    let shown = try #require(WebLink(text)).shown(columns: 60)
    #expect(shown.lowercased() == text.lowercased())
  }

  @Test(arguments: [
    "", "example.org", "javascript:alert(1)", "file:///etc/passwd", "ftp://example.org",
    "https://good.org@evil.org/", "https://good.org:pass@evil.org/", "https://evil.org\\@good.org",
    "https://", "https:///path", "https://exämple.org", "https://example.org/\u{202E}gpj.exe",
    "https://example.org/\u{1B}]0;x\u{7}", "https://example.org/a b", "https://example.org\n",
    "https://[::1]/", "https://good.org%2f.evil.org/", "https://good.org:80:90/", "https://a_b.org",
  ])
  func `that may mislead is not shown`(text: String) {
    #expect(WebLink(text) == nil)
  }

  @Test func `keeps the end of its host, however long it is, and ends where there is no room`()
    throws
  {
    let long = "https://accounts.example.org." + String(repeating: "a", count: 60) + ".evil.com/x"
    let shown = try #require(WebLink(long)).shown(columns: 40)
    #expect(shown.hasPrefix("https://…") && shown.hasSuffix(".evil.com"))
    #expect(shown.count == 40)
    let path = try #require(WebLink("https://example.org/" + String(repeating: "p", count: 90)))
    #expect(path.shown(columns: 40).count == 40)
    #expect(path.shown(columns: 40).hasSuffix("p…"))
  }
}
