//! Functions of the program that a translator calls.
use crate::c;
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};

pub(crate) type Handler = Box<dyn Fn(&str, &str) + Send + Sync>;

/// The address of a handler for C, which frees it by [`free`].
pub(crate) fn given(handler: Handler) -> *mut c_void {
    Box::into_raw(Box::new(handler)).cast()
}

pub(crate) unsafe extern "C" fn free(handler: *mut c_void) {
    drop(Box::from_raw(handler.cast::<Handler>()));
}

// A panic does not cross C: the panic hook reports it, and the call goes on.
pub(crate) unsafe extern "C" fn event(handler: *mut c_void, name: c::calque_str, arguments: c::calque_str) {
    let handler = &*handler.cast::<Handler>();
    let _ = catch_unwind(AssertUnwindSafe(|| handler(&text(name), &text(arguments))));
}

pub(crate) unsafe extern "C" fn log(handler: *mut c_void, line: c::calque_str) {
    let handler = &*handler.cast::<Handler>();
    let _ = catch_unwind(AssertUnwindSafe(|| handler("log", &text(line))));
}

unsafe fn text<'a>(text: c::calque_str) -> std::borrow::Cow<'a, str> {
    if text.data.is_null() {
        return "".into();
    }
    String::from_utf8_lossy(std::slice::from_raw_parts(text.data.cast(), text.length))
}
