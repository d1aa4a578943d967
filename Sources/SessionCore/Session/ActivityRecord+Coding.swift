extension ActivityRecord {
  init(
    from reader: inout ByteReader,
    contentLimit: Int = WireLimits.activityContent
  ) throws(WireError) {
    let identifier = try reader.text(limit: WireLimits.identifier)
    let title = try reader.text(limit: WireLimits.title)
    let subtitle = try reader.text(limit: WireLimits.title)
    let kind = try reader.text(limit: WireLimits.activityKind)
    let fallbackURL = try reader.text(limit: WireLimits.fallbackURL)
    let endsWhenInitiatorLeaves = try reader.flag()
    self.init(
      identifier: identifier,
      content: try reader.blob(limit: contentLimit),
      title: title,
      subtitle: subtitle,
      kind: kind,
      fallbackURL: fallbackURL,
      endsWhenInitiatorLeaves: endsWhenInitiatorLeaves
    )
  }

  func encode(into writer: inout ByteWriter) {
    writer.text(identifier, limit: WireLimits.identifier)
    writer.text(title, limit: WireLimits.title)
    writer.text(subtitle, limit: WireLimits.title)
    writer.text(kind, limit: WireLimits.activityKind)
    writer.text(fallbackURL, limit: WireLimits.fallbackURL)
    writer.flag(endsWhenInitiatorLeaves)
    writer.blob(content)
  }
}
