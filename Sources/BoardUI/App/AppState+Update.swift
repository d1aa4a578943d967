import BoardCore

extension AppState {
  /// Takes one event and says what to do about it.
  package mutating func update(_ event: AppEvent, at now: Duration) -> [AppCommand] {
    moment = max(moment, now)
    let commands = route(event)
    settleTime()
    // First, so that what an edit changes at once is told after this.
    return tellCursor() + commands
  }

  private mutating func route(_ event: AppEvent) -> [AppCommand] {
    switch event {
    case .input(.key(let key)): return press(key)
    case .input(.paste(let text)): return paste(text)
    case .input(.focusGained), .input(.focusLost): return []
    case .resized(let columns, let rows): return resize(columns: columns, rows: rows)
    case .boardChanged(let picture, let made): return show(picture, made: made)
    case .peopleChanged(let people): return show(people)
    case .nearbyChanged(let people, let note): return show(nearby: people, note: note)
    case .cursorChanged(let peer, let cursor): return show(cursor, of: peer)
    case .visitorArrived(let banner): return admit(banner)
    case .visitorGone(let id): return dismissVisitor(id)
    case .requestChanged(let request): return show(request)
    case .linksChanged(let links): return show(links)
    case .linkMade(let text): return show(link: text)
    case .syncChanged(let sync): return show(sync)
    case .notice(let text, let isError): return say(text, isError: isError)
    case .lastingNotice(let text): return say(text, isError: true, untilKey: true)
    case .fileNotice(let text, let path): return say(text, isError: true, of: path)
    case .replicaNotice(let notice): return show(notice)
    case .otherBoardOpened(let notes): return ask(toBring: notes)
    case .identityChanged(let identity): return show(identity)
    case .ticked: return tick()
    case .leaving: return keepWhatIsInHand()
    }
  }

  private mutating func press(_ key: Key) -> [AppCommand] {
    noticesWereSeen()
    if case .anywhere(let action)? = KeyBindings.action(of: key, in: .anywhere) {
      return doAnywhere(action)
    }
    if let words = refusal(of: key) { return say(words, isError: true) }
    switch mode {
    case .browsing: return browse(key)
    case .editing(let editing): return write(key, in: editing)
    case .moving(let moving): return carry(key, moving)
    case .prompt(let prompt): return answer(key, prompt)
    case .clearQuestion: return answerClear(key)
    case .endQuestion: return answerEnd(key)
    case .keepQuestion(let question): return answerKeep(key, question)
    case .bringQuestion(let question): return answerBring(key, question)
    case .help(let scroll): return scrollHelp(key, scroll)
    case .people(let people): return answer(key, people)
    case .link(let link): return answer(key, link)
    case .removeQuestion(let question): return answerRemove(key, question)
    }
  }

  private mutating func paste(_ text: String) -> [AppCommand] {
    noticesWereSeen()
    switch mode {
    case .browsing: return pasteOnBoard(text)
    case .editing(let editing): return type(.paste(Self.tidyLines(text)), in: editing)
    case .prompt(let prompt): return type(.paste(text), in: prompt)
    case .moving: return say("Set the note down before you paste.", isError: true)
    case .clearQuestion, .endQuestion, .keepQuestion, .bringQuestion, .help, .people, .link,
      .removeQuestion:
      return []
    }
  }

  private mutating func doAnywhere(_ action: AnywhereAction) -> [AppCommand] {
    switch action {
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .leave: return leaveSafely()
    }
  }
}
