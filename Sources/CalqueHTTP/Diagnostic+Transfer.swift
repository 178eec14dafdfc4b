import CCalque
import CCurl
import CalqueBase

/// Why a request has no response.
extension Diagnostic {
  static var cancelled: Diagnostic { Diagnostic(.cancelled, "the request was cancelled") }

  /// Ends an exchange with this.
  func end(_ exchange: OpaquePointer) {
    withMessage { calque_exchange_fail(exchange, code.rawValue, $0, $1) }
  }

  /// Calls `body` with the message as C has it.
  func withMessage<Result>(_ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
    message.bytes.withUnsafeBytes {
      body($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }

  /// The failures that libcurl's codes stand for.
  ///
  /// - Parameter isRedirected: the failure is of the URL that the server redirected to.
  static func code(of code: CURLcode, isRedirected: Bool, isSecure: Bool) -> DiagnosticCode {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: .timeout
    // A redirect that is not followed, or a response without a header.
    case CURLE_UNSUPPORTED_PROTOCOL: isRedirected && isSecure ? .insecure : .badResponse
    case CURLE_URL_MALFORMAT: isRedirected ? .badResponse : .unsupported
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
      .insecure
    case CURLE_PARTIAL_FILE, CURLE_TOO_MANY_REDIRECTS, CURLE_BAD_CONTENT_ENCODING,
      CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      .badResponse
    // libcurl's own limits on the header; it had no code for them before 8.6.
    case CURLE_OUT_OF_MEMORY, CURLE_FILESIZE_EXCEEDED, CURLcode(rawValue: 100): .limitExceeded
    default: .unreachable
    }
  }
}
