/// The version of the library.
public enum LibraryVersion {
  public static let string = "0.1.0"
}
