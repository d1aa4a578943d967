/// Something that people do together.
public protocol GroupActivity: Codable {
}
