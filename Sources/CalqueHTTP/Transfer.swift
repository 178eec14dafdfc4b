import CCalque
import CCurl
import CPlatform
import CalqueBase

/// A request with its libcurl handle and the response so far.
final class Transfer {
  let easy: UnsafeMutableRawPointer
  let started: StartedRequest
  let request: calque_request
  /// libcurl's message for a failure.
  private let words: UnsafeMutablePointer<CChar>
  /// Header fields of the request.
  var fields: UnsafeMutablePointer<curl_slist>?
  /// Whether libcurl refused an option.
  var hasRefusedOption = false
  private var header = HeaderFields()
  private var body: [UInt8] = []
  /// Set when the first byte of a compressed body has come.
  private var gunzip: Gunzip?
  /// Why the response was refused while it arrived.
  private var refusal: Diagnostic?

  // Embedded Swift does not free an object whose designated initializer gives up.
  /// nil when libcurl has no memory for it.
  convenience init?(_ started: StartedRequest) {
    guard let easy = curl_easy_init() else { return nil }
    self.init(easy, started)
  }

  private init(_ easy: UnsafeMutableRawPointer, _ started: StartedRequest) {
    (self.easy, self.started) = (easy, started)
    request = started.request.pointee
    words = .allocate(capacity: Int(CURL_ERROR_SIZE))
    words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(fields)
    words.deallocate()
  }

  /// Makes libcurl report responses and failures to this object.
  func listen() {
    let owner = Unmanaged.passUnretained(self).toOpaque()
    _ = calque_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
    _ = calque_curl_set_pointer(easy, CURLOPT_WRITEDATA, owner)
    _ = calque_curl_set_pointer(easy, CURLOPT_HEADERDATA, owner)
    _ = calque_curl_set_sink(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, owner in
      Transfer.take(bytes, size, count, owner) { $0.append($1) }
    }
    _ = calque_curl_set_sink(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, owner in
      Transfer.take(bytes, size, count, owner) { $0.appendHeader($1) }
    }
  }

  /// Passes bytes to the transfer behind a pointer; 0 stops it.
  private static func take(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ owner: UnsafeMutableRawPointer?,
    _ body: (Transfer, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Int {
    guard let bytes, let owner else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue()
    let start = UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self)
    // libcurl's `size` is always 1.
    return body(transfer, UnsafeBufferPointer(start: start, count: count)) ? count : 0
  }

  /// Bytes that the body may have; over the largest Int stands for no limit.
  var mostBytes: Int { request.maximum_bytes < 0 ? Int.max : request.maximum_bytes }

  /// Takes bytes of the body as they were sent; false stops the transfer.
  private func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch header.encoding {
    case .none: return appendDecoded(bytes)
    case .other:
      refusal = Diagnostic(.badResponse, "the body has an encoding that was not requested")
      return false
    case .gzip: break
    }
    gunzip = gunzip ?? Gunzip.made()
    guard let gunzip else {
      refusal = Diagnostic(.limitExceeded, "out of memory while decompressing the body")
      return false
    }
    if gunzip.append(bytes, appendDecoded) { return true }
    refusal = refusal ?? Diagnostic(.badResponse, "the compressed body is damaged")
    return false
  }

  private func appendDecoded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= mostBytes - body.count else {
      refusal = Diagnostic(
        .limitExceeded, "the response exceeds the size limit")
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  private func appendHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    refusal = header.append(line)
    return refusal == nil
  }

  /// Whether a compressed body has its end. A response without any may say that it is compressed.
  private var isBodyWhole: Bool {
    if let gunzip { return gunzip.isWhole }
    let hasNone = Text(request.method) == "HEAD" || [204, 304].contains(calque_curl_status(easy))
    return hasNone || header.encoding != .gzip
  }

  /// The failure that libcurl's result code stands for; nil for a whole response.
  func failure(_ code: CURLcode) -> Diagnostic? {
    if let refusal { return refusal }
    if code == CURLE_OK {
      // libcurl lets a response pass whose connection ended in the middle of the header.
      guard header.isWhole else {
        return Diagnostic(.badResponse, "the header of the response is truncated")
      }
      guard isBodyWhole else {
        return Diagnostic(.badResponse, "the compressed body is truncated")
      }
      return nil
    }
    let failure = Diagnostic.code(
      of: code, isRedirected: calque_curl_redirects(easy) > 0, isSecure: isSecure)
    let said = UnsafeRawPointer(words).assumingMemoryBound(to: UInt8.self)
    var message = Text(UnsafeBufferPointer(start: said, count: strlen(words)))
    if message.isEmpty, let name = curl_easy_strerror(code) {
      message = Text(String(cString: name))
    }
    return Diagnostic(failure, message)
  }

  /// Ends the exchange; libcurl must have let go of the handle.
  func end(_ failure: Diagnostic?) {
    if let failure { return failure.end(started.exchange) }
    header.withFields { fields in
      body.withUnsafeBytes { bytes in
        var response = calque_response()
        response.struct_size = MemoryLayout<calque_response>.size
        response.status = Int32(truncatingIfNeeded: calque_curl_status(easy))
        response.headers = fields.baseAddress
        response.header_count = fields.count
        response.body = calque_str(
          data: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length: bytes.count)
        calque_exchange_complete(started.exchange, &response)
      }
    }
  }
}
