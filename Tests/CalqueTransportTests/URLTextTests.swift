import CalqueBase
import CalqueTransport
import Testing

@Suite struct URLTextTests {
  @Test(
    arguments: [
      ("https://a.org", "x.json", "https://a.org/x.json"),
      ("https://a.org/", "x.json", "https://a.org/x.json"),
      ("https://a.org/", "/x.json", "https://a.org/x.json"),
      ("https://a.org/b//", "//x.json", "https://a.org/b/x.json"),
      ("https://a.org/b", "x.json?lng=de", "https://a.org/b/x.json?lng=de"),
      ("https://a.org/b", "?lng=de", "https://a.org/b?lng=de"),
      ("https://a.org/b?key=1", "x.json", "https://a.org/b/x.json?key=1"),
      ("https://a.org/b?key=1", "x.json?lng=de", "https://a.org/b/x.json?lng=de&key=1"),
      ("https://a.org/b#top", "x.json", "https://a.org/b/x.json"),
      ("https://a.org", "", "https://a.org"),
      ("https://a.org", "http://b.org/x", "http://b.org/x"),
      ("", "x.json", "x.json"),
      ("/usr/share/app", "x.json", "/usr/share/app/x.json"),
      ("/a#b?c", "x.json", "/a#b?c/x.json"),
      ("/", "x.json", "/x.json"),
      ("file:///usr/share/", "de/x.json", "file:///usr/share/de/x.json"),
    ] as [(Text, Text, Text)])
  func joined(base: Text, path: Text, url: Text) {
    #expect(URLText.joined(base, path) == url)
  }

  @Test(
    arguments: [
      ("https://a.org/x", "https://a.org/x?q=%C3%A4%20%26%3D&r=1%2B1"),
      ("https://a.org/x?", "https://a.org/x?q=%C3%A4%20%26%3D&r=1%2B1"),
      ("https://a.org/x?a=b", "https://a.org/x?a=b&q=%C3%A4%20%26%3D&r=1%2B1"),
      ("https://a.org/x?a=b&#f", "https://a.org/x?a=b&q=%C3%A4%20%26%3D&r=1%2B1#f"),
    ] as [(Text, Text)])
  func itemsAreAdded(url: Text, result: Text) {
    #expect(URLText.adding([("q", "ä &="), ("r", "1+1")], to: url) == result)
    #expect(URLText.adding([], to: url) == url)
  }

  @Test func forms() {
    #expect(URLText.form([("a b", "c+d"), ("é*~", "-._&=")]) == "a+b=c%2Bd&%C3%A9*%7E=-._%26%3D")
    #expect(URLText.form([("a", "%20%2A")]) == "a=%2520%252A")
    #expect(URLText.form([]) == "")
  }

  @Test(
    arguments: [
      ("https://a", "https"), ("HTTP://a", "http"), ("a+b-c.1:x", "a+b-c.1"), ("1a:", nil),
      (":", nil),
      ("", nil), ("a b:", nil), ("/a:b", nil), ("plain", nil),
    ] as [(Text, Text?)])
  func schemes(url: Text, scheme: Text?) {
    #expect(URLText.scheme(of: url) == scheme)
  }

  @Test(
    arguments: [
      ("https://a.org", true), ("http://a.org:80/x?y=%20", true), ("HTTPS://a", true),
      ("file:///a", true), ("/a b", true),
      ("", false), ("a.json", false), ("ftp://a", false), ("https:", false), ("https://", false),
      ("https:///x", false), ("https://?x", false), ("https://:80", false), ("https://a b", false),
      ("https://a/ü", false), ("https://a/\r\nX: y", false), ("file://host/x", false),
    ] as [(Text, Bool)])
  func checks(url: Text, isGood: Bool) {
    #expect(((try? URLText.check(url)) != nil) == isGood)
  }
}
