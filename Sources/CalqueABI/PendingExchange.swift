public import CCalque
import CPlatform
import CalqueBase
import CalqueTransport

/// The object behind `calque_exchange`: ended once, by a transport of the host.
class HostExchange {
  func complete(_ response: UnsafePointer<calque_response>?) {}

  func fail(_ status: calque_status, _ message: Text) {}

  static func failure(_ status: calque_status, _ message: Text) -> Diagnostic {
    let code: DiagnosticCode =
      switch DiagnosticCode(rawValue: status) {
      case .timeout?: .timeout
      case .insecure?: .insecure
      case .cancelled?: .cancelled
      case .limitExceeded?: .limitExceeded
      case .badResponse?: .badResponse
      case .io?: .io
      case .unsupported?: .unsupported
      default: .unreachable
      }
    return Diagnostic(code, message.isEmpty ? "the transport failed" : message)
  }

  /// - Throws: `badResponse` for NULL and a structure that cannot be read.
  static func table(
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

/// An exchange that the host created for a request of its own.
final class OwnExchange: HostExchange {
  private let completion: calque_exchange_completion
  private let context: HostContext

  init(_ completion: @escaping calque_exchange_completion, _ context: HostContext) {
    self.completion = completion
    self.context = context
  }

  override func complete(_ response: UnsafePointer<calque_response>?) {
    do throws(Diagnostic) {
      var table = try Self.table(response)
      completion(context.userData, CALQUE_OK, &table, nil)
    } catch {
      end(error)
    }
  }

  override func fail(_ status: calque_status, _ message: Text) {
    end(Self.failure(status, message))
  }

  private func end(_ diagnostic: Diagnostic) {
    let failure = Failure(diagnostic)
    withExtendedLifetime(failure) {
      completion(
        context.userData, diagnostic.code.rawValue, nil,
        OpaquePointer(Unmanaged.passUnretained(failure).toOpaque()))
    }
  }
}

/// An exchange of the library, and its request as C sees it.
final class PendingExchange: HostExchange {
  private let exchange: Exchange
  private let texts: [CText]
  private let headers: UnsafeMutableBufferPointer<calque_header>
  private let request: UnsafeMutablePointer<calque_request>

  init(_ exchange: Exchange) {
    self.exchange = exchange
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

  /// Ends it with the answer of a host.
  override func complete(_ response: UnsafePointer<calque_response>?) {
    let read = Result { () throws(Diagnostic) in try Self.read(response) }
    exchange.complete(read.mapError { $0.from(source: exchange.request.url) })
  }

  override func fail(_ status: calque_status, _ message: Text) {
    exchange.complete(.failure(Self.failure(status, message).from(source: exchange.request.url)))
  }

  private static func read(
    _ response: UnsafePointer<calque_response>?
  ) throws(Diagnostic) -> Response {
    let table = try table(response)
    guard table.header_count >= 0, table.header_count <= 1000,
      table.header_count == 0 || table.headers != nil
    else { throw Diagnostic(.badResponse, "the response has too many header fields") }
    var answer = Response(status: Int(table.status))
    for field in UnsafeBufferPointer(start: table.headers, count: table.header_count) {
      answer.headers.append(Header(try bytes(field.name), try bytes(field.value)))
    }
    answer.body = try bytes(table.body)
    return answer
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
    return OwnExchange(completion, context)
  }
}
