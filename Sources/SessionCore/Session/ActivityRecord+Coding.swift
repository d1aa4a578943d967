extension ActivityRecord {
  init(
    from reader: inout ByteReader,
    contentLimit: Int = WireLimits.activityContent
  ) throws(WireError) {
    let identifier = try reader.text(limit: WireLimits.identifier)
    let title = try reader.text(limit: WireLimits.title)
    let subtitle = try reader.text(limit: WireLimits.title)
    let endsWhenInitiatorLeaves = try reader.flag()
    self.init(
      identifier: identifier,
      content: try reader.blob(limit: contentLimit),
      title: title,
      subtitle: subtitle,
      endsWhenInitiatorLeaves: endsWhenInitiatorLeaves
    )
  }

  func encode(into writer: inout ByteWriter) {
    writer.text(identifier, limit: WireLimits.identifier)
    writer.text(title, limit: WireLimits.title)
    writer.text(subtitle, limit: WireLimits.title)
    writer.flag(endsWhenInitiatorLeaves)
    writer.blob(content)
  }
}
