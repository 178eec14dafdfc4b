import CCalque
import CPlatform
import CalqueBase
import CalqueTranslator

/// What is behind `calque_scratch`: memory that calls use again. One thread at a time.
final class Scratch {
  private(set) var text: UnsafeMutablePointer<CChar>
  private(set) var capacity: Int
  private(set) var arguments: UnsafeMutablePointer<calque_arg>
  private(set) var mostArguments = 16
  /// Arguments without their escapes; nil until there are some.
  private var plain: UnsafeMutablePointer<CChar>?
  private var plainCapacity = 0
  var status = Outcome.ok
  /// A call is under way.
  var isBusy = false
  /// The view of calls that name none; a reference of its own.
  private(set) var view: OpaquePointer?

  init() {
    capacity = 1024
    text = .allocate(capacity: capacity)
    text.initialize(repeating: 0, count: capacity)
    arguments = .allocate(capacity: mostArguments)
  }

  deinit {
    text.deallocate()
    arguments.deallocate()
    plain?.deallocate()
    Handle.release(view, as: View.self)
  }

  /// Takes a view for the calls that name none, or none.
  func bind(_ view: OpaquePointer?) {
    Handle.retain(view, as: View.self)
    Handle.release(self.view, as: View.self)
    self.view = view
  }

  /// Makes room for a text and its NUL; what was there is gone.
  func reserve(_ bytes: Int) {
    guard bytes > capacity else { return }
    text.deallocate()
    capacity = bytes
    text = .allocate(capacity: capacity)
    text.initialize(repeating: 0, count: capacity)
  }

  /// Makes room for one more argument than there were.
  func reserveArguments(after count: Int) {
    guard count == mostArguments else { return }
    let more = UnsafeMutablePointer<calque_arg>.allocate(capacity: mostArguments * 2)
    more.update(from: arguments, count: count)
    arguments.deallocate()
    arguments = more
    mostArguments *= 2
  }

  /// Room for the bytes of arguments whose escapes are taken out; moved by no later call but this.
  func plainText(_ bytes: Int) -> UnsafeMutablePointer<CChar> {
    if let plain, bytes <= plainCapacity { return plain }
    plain?.deallocate()
    plainCapacity = max(bytes, 256)
    let room = UnsafeMutablePointer<CChar>.allocate(capacity: plainCapacity)
    plain = room
    return room
  }
}
