import CCalque
import CCurl
import CPlatform
import CalqueBase

/// A request in the options of libcurl.
extension Transfer {
  var isSecure: Bool { has(scheme: "https:") }

  private func has(scheme: Text) -> Bool {
    Text(request.url).part(0, scheme.count).lowercasedASCII() == scheme
  }

  /// - Returns: why it cannot be made; nil when it can.
  func prepare(_ options: HTTPOptions) -> Diagnostic? {
    guard isSecure || has(scheme: "http:") else {
      return Diagnostic(.unsupported, "the URL is not http or https")
    }
    guard Self.isMethod(Text(request.method)) else {
      return Diagnostic(.unsupported, "the method is not a token")
    }
    listen()
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_URL, Text(request.url))
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_REDIR_PROTOCOLS_STR, isSecure ? "https" : "http,https")
    set(CURLOPT_FOLLOWLOCATION, request.maximum_redirects > 0 ? 1 : 0)
    set(CURLOPT_MAXREDIRS, min(1000, Int(request.maximum_redirects)))
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32(clamping: request.connect_timeout)))
    set(CURLOPT_TIMEOUT_MS, Int(Int32(clamping: request.timeout)))
    note(calque_curl_set_most_bytes(easy, Int64(mostBytes)))
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    set(CURLOPT_ACCEPT_ENCODING, "gzip")
    set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    var agent: Text = "calque/"
    if let version = calque_version_string() { agent.append(Text(String(cString: version))) }
    set(CURLOPT_USERAGENT, agent)
    trust(options)
    if let proxy = options.proxy { set(CURLOPT_PROXY, proxy) }
    setMethod()
    // For example, libcurl is older than the one this was built with. Do not go on without the option.
    guard !hasRefusedOption else {
      return Diagnostic(.unsupported, "libcurl rejected a required option")
    }
    return setHeaders()
  }

  /// Certificates that are given take the place of the system's.
  private func trust(_ options: HTTPOptions) {
    guard options.caFile != nil || options.caPath != nil else { return }
    for (option, path) in [(CURLOPT_CAINFO, options.caFile), (CURLOPT_CAPATH, options.caPath)] {
      if let path { set(option, path) } else { note(calque_curl_set_text(easy, option, nil)) }
    }
  }

  private func setMethod() {
    let method = Text(request.method)
    if let body = request.body.data as UnsafePointer<CChar>? {
      note(calque_curl_set_body(easy, body, Int64(max(0, request.body.length))))
    } else if method == "POST" {
      note(calque_curl_set_body(easy, nil, 0))
    }
    switch method {
    case "HEAD": set(CURLOPT_NOBODY, 1)
    case "GET" where request.body.data == nil, "POST": break
    default: set(CURLOPT_CUSTOMREQUEST, method)
    }
  }

  /// Fields that could be taken for more than one are refused.
  private func setHeaders() -> Diagnostic? {
    for field in UnsafeBufferPointer(start: request.headers, count: request.header_count) {
      let (name, value) = (Text(field.name), Text(field.value))
      guard !name.isEmpty, Self.isOneLine(name), !name.contains(":"), Self.isOneLine(value) else {
        return Diagnostic(
          .unsupported, "a header field has an invalid name or value")
      }
      // A field without a value is written with a semicolon; with a colon libcurl would drop it.
      let line = value.isEmpty ? name + ";" : "\(name): \(value)"
      let longer = withText(line) { curl_slist_append(fields, $0) }
      guard let longer else { return Diagnostic(.unreachable, "libcurl cannot take a header") }
      fields = longer
    }
    _ = calque_curl_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
    return nil
  }

  /// Letters, digits, `-` and `_`: what methods are made of, and nothing that ends a line.
  private static func isMethod(_ text: Text) -> Bool {
    !text.isEmpty
      && text.bytes.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F
      }
  }

  private static func isOneLine(_ text: Text) -> Bool {
    text.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  private func note(_ code: CURLcode) {
    if code != CURLE_OK { hasRefusedOption = true }
  }

  private func set(_ option: CURLoption, _ value: Int) {
    note(calque_curl_set_long(easy, option, value))
  }

  private func set(_ option: CURLoption, _ value: Text) {
    note(withText(value) { calque_curl_set_text(easy, option, $0) })
  }

  private func withText<Result>(_ text: Text, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    (text.bytes + [0]).withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
  }
}
