public import CCalque
import CPlatform
import CalqueBase
import CalqueTransport

/// The object behind `calque_exchange`: ended once, by a transport of the host.
final class HostExchange {
  typealias End = (Result<calque_response, Diagnostic>) -> Void
  private let end: End

  init(_ end: @escaping End) { self.end = end }

  func complete(_ response: UnsafePointer<calque_response>?) {
    end(Result { () throws(Diagnostic) in try Self.table(response) })
  }

  /// - Parameter status: one that no transport may report counts as an unreachable server.
  func fail(_ status: calque_status, _ message: Text) {
    let codes: [DiagnosticCode] = [
      .timeout, .insecure, .cancelled, .limitExceeded, .badResponse, .io, .unsupported,
    ]
    let code = codes.first { $0.rawValue == status } ?? .unreachable
    end(.failure(Diagnostic(code, message.isEmpty ? "the transport failed" : message)))
  }

  /// - Throws: `badResponse` for NULL and a structure that cannot be read.
  private static func table(
    _ response: UnsafePointer<calque_response>?
  ) throws(Diagnostic) -> calque_response {
    guard let response else { throw Diagnostic(.badResponse, "the transport sent no response") }
    do throws(Diagnostic) {
      return try Structure.read(response, calque_response(), "response")
    } catch {
      throw Diagnostic(.badResponse, error.message)
    }
  }
}

/// A request of the library as C sees it, for as long as this object lives.
final class RequestCopy {
  let request: UnsafePointer<calque_request>
  private let texts: Borrowed
  private let headers: UnsafeMutableBufferPointer<calque_header>

  init(_ exchange: Exchange) {
    let given = exchange.request
    var parts = [given.method, given.url, given.body]
    for header in given.headers { parts += [header.name, header.value] }
    texts = Borrowed(parts)
    headers = .allocate(capacity: given.headers.count)
    for place in 0..<headers.count {
      let header = calque_header(name: texts[2 * place + 3], value: texts[2 * place + 4])
      headers.initializeElement(at: place, to: header)
    }
    let request = UnsafeMutablePointer<calque_request>.allocate(capacity: 1)
    request.initialize(
      to: calque_request(
        struct_size: MemoryLayout<calque_request>.size, number: exchange.number,
        method: texts[0], url: texts[1], headers: UnsafePointer(headers.baseAddress),
        header_count: headers.count, body: texts[2],
        connect_timeout: UInt32(clamping: given.connectTimeout),
        timeout: UInt32(clamping: given.timeout),
        maximum_redirects: UInt32(clamping: given.maximumRedirects),
        maximum_bytes: given.maximumBytes))
    self.request = UnsafePointer(request)
  }

  deinit {
    headers.deallocate()
    request.deallocate()
  }
}

extension Response {
  /// Reads the answer of a host.
  ///
  /// - Throws: `badResponse`.
  init(_ table: calque_response) throws(Diagnostic) {
    guard table.header_count >= 0, table.header_count <= 1000,
      table.header_count == 0 || table.headers != nil
    else { throw Diagnostic(.badResponse, "the response has too many header fields") }
    self.init(status: Int(table.status))
    for field in UnsafeBufferPointer(start: table.headers, count: table.header_count) {
      headers.append(Header(try Self.bytes(field.name), try Self.bytes(field.value)))
    }
    body = try Self.bytes(table.body)
  }

  /// A copy of any bytes.
  private static func bytes(_ text: calque_str) throws(Diagnostic) -> Text {
    do throws(Diagnostic) {
      return try Bytes.borrowed(text.data, text.length).map { Text($0) } ?? ""
    } catch {
      throw Diagnostic(.badResponse, error.message)
    }
  }
}

// include/calque/transport.h

@c @implementation
public func calque_exchange_complete(
  _ exchange: OpaquePointer?, _ response: UnsafePointer<calque_response>?
) {
  guard let exchange else { return }
  Handle.take(exchange, as: HostExchange.self).complete(response)
}

@c @implementation
public func calque_exchange_fail(
  _ exchange: OpaquePointer?, _ status: calque_status, _ message: UnsafePointer<CChar>?,
  _ message_length: Int
) {
  guard let exchange else { return }
  let message = (try? Input.optionalText(message, message_length)) ?? nil
  Handle.take(exchange, as: HostExchange.self).fail(status, message ?? "")
}

extension CFunction {
  static func calque_exchange_create(
    _ completion: calque_exchange_completion, _ context: HostContext
  ) -> HostExchange {
    context.own()
    return HostExchange { response in
      switch response {
      case .success(var response): completion(context.userData, CALQUE_OK, &response, nil)
      case .failure(let failure):
        Failure(failure).call {
          completion(context.userData, failure.code.rawValue, nil, $0)
        }
      }
    }
  }
}
