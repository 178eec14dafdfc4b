public import CCalque
import CPlatform

// include/calque/string.h

@c @implementation
public func calque_string_dispose(_ string: UnsafeMutablePointer<calque_string>!) {
  guard let string = string as UnsafeMutablePointer<calque_string>? else { return }
  free(string.pointee.data)
  string.pointee = calque_string(data: nil, length: 0)
}
