//! Shapes that calls share.
use crate::{c, error::checked, Error, Result};
use std::os::unix::ffi::OsStrExt;
use std::{path::Path, ffi::CStr, ffi::CString, ptr};

pub(crate) fn c_path(path: &Path) -> Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Error {
        status: c::CALQUE_INVALID_ARGUMENT,
        message: "the path has a NUL in it".into(),
        ..Error::default()
    })
}

/// The text that a call writes into a buffer.
pub(crate) fn filled(fill: impl Fn(*mut std::os::raw::c_char, usize, *mut usize) -> i32) -> Result<String> {
    let (mut buffer, mut length) = (vec![0u8; 256], 0);
    let run = |buffer: &mut Vec<u8>, length: &mut usize| {
        fill(buffer.as_mut_ptr().cast(), buffer.len(), length)
    };
    let mut status = run(&mut buffer, &mut length);
    while status == c::CALQUE_TRUNCATED {
        buffer.resize(length + 1, 0);
        status = run(&mut buffer, &mut length);
    }
    if status >= c::CALQUE_INVALID_ARGUMENT {
        // SAFETY: the name of a status is a text of the library that lives on.
        let name = unsafe { CStr::from_ptr(c::calque_status_name(status)) };
        let message = format!("the translation failed: {}", name.to_string_lossy());
        return Err(Error { status, message, ..Error::default() });
    }
    buffer.truncate(length);
    Ok(String::from_utf8_lossy(&buffer).into_owned())
}

/// The text of a call whose values are well formed.
pub(crate) fn expected(text: Result<String>) -> String {
    text.unwrap_or_else(|error| panic!("{error}"))
}

/// The text that a call leaves in a `calque_string`.
pub(crate) fn owned(call: impl FnOnce(*mut c::calque_string, *mut *mut c::calque_error) -> i32) -> Result<String> {
    let mut text = c::calque_string { data: ptr::null_mut(), length: 0 };
    checked(|failure| call(&mut text, failure))?;
    // SAFETY: the library set both members, and the bytes are ours until disposed.
    unsafe {
        let bytes = if text.data.is_null() {
            &[][..]
        } else {
            std::slice::from_raw_parts(text.data.cast::<u8>(), text.length)
        };
        let result = String::from_utf8_lossy(bytes).into_owned();
        c::calque_string_dispose(&mut text);
        Ok(result)
    }
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $type:ident, $release:ident) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name(*mut c::$type);
        // SAFETY: every function of the library may be called from any thread.
        unsafe impl Send for $name {}
        unsafe impl Sync for $name {}
        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: the reference is ours, and this gives it up.
                unsafe { c::$release(self.0) }
            }
        }
    };
}

pub(crate) use handle;
