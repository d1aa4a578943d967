import BoardUI
import OpenGroupActivities

/// Invitation links: making, listing and following them.
extension EventLoop {
  func makeLink(uses: Int, minutes: Int) {
    Task {
      do {
        let link = try await people.makeLink(
          scheme: PastedLink.scheme,
          uses: uses,
          lifetime: .seconds(minutes * 60)
        )
        take(.linkMade(link))
      } catch {
        take(.notice("No link was made: \(error).", isError: true))
      }
    }
  }

  func watchLinks() async {
    for await links in people.links {
      let now = elapsed(LoopExecutor.now)
      let pictures = links.map { link in
        LinkPicture(
          id: link.id,
          uses: link.uses,
          usesLeft: link.usesLeft,
          end: now + (link.end - .now)
        )
      }
      take(.linksChanged(pictures))
    }
  }

  /// Comes in by a link that somebody else made.
  func follow(_ link: String) {
    mayBringNotes = true
    ask("the link’s maker", isKnock: true) { people, progress in
      try await people.join(
        by: link,
        scheme: PastedLink.scheme,
        for: BoardActivity.self,
        progress: progress
      )
    }
  }
}
