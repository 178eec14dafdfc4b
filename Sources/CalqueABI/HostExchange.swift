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

  func fail(_ status: calque_status, _ message: Text) {
    end(.failure(Self.failure(status, message)))
  }

  /// The failures that a transport may report; any other counts as an unreachable server.
  private static var codes: [DiagnosticCode] {
    [.timeout, .insecure, .cancelled, .limitExceeded, .badResponse, .io, .unsupported]
  }

  private static func failure(_ status: calque_status, _ message: Text) -> Diagnostic {
    let code = Self.codes.first { $0.rawValue == status } ?? .unreachable
    return Diagnostic(code, message.isEmpty ? "the transport failed" : message)
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

/// A request of the library as C sees it.
final class RequestCopy {
  private let texts: [CText]
  private let headers: UnsafeMutableBufferPointer<calque_header>
  private let request: UnsafeMutablePointer<calque_request>

  init(_ exchange: Exchange) {
    let given = exchange.request
    var texts = [CText(given.method), CText(given.url)]
    headers = .allocate(capacity: given.headers.count)
    for (place, header) in given.headers.enumerated() {
      let (name, value) = (CText(header.name), CText(header.value))
      texts.append(name)
      texts.append(value)
      headers.initializeElement(
        at: place, to: calque_header(name: name.borrowed, value: value.borrowed))
    }
    let body = given.body.map { CText($0) }
    request = .allocate(capacity: 1)
    request.initialize(
      to: calque_request(
        struct_size: MemoryLayout<calque_request>.size, number: exchange.number,
        method: texts[0].borrowed, url: texts[1].borrowed,
        headers: UnsafePointer(headers.baseAddress), header_count: headers.count,
        body: body.borrowed, connect_timeout: UInt32(clamping: given.connectTimeout),
        timeout: UInt32(clamping: given.timeout),
        maximum_redirects: UInt32(clamping: given.maximumRedirects),
        maximum_bytes: given.maximumBytes))
    if let body { texts.append(body) }
    self.texts = texts
  }

  deinit {
    headers.deallocate()
    request.deallocate()
  }

  func withRequest(_ body: (UnsafePointer<calque_request>) -> Void) {
    withExtendedLifetime(self) { body(UnsafePointer(request)) }
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
