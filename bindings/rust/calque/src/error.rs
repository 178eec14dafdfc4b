//! Errors of calls.
use crate::c;
use std::{ffi::CStr, fmt, ptr};

/// A call that failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Error {
    pub status: i32,
    /// One line of English, with file, line and column where they are known.
    pub message: String,
    /// The JSON path of the offending value.
    pub path: Option<String>,
    /// The file or resource that the text came from.
    pub file: Option<String>,
    /// Line, and column in bytes, counted from 1; 0 where they are not known.
    pub line: usize,
    pub column: usize,
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

pub(crate) fn checked(call: impl FnOnce(*mut *mut c::calque_error) -> i32) -> Result<i32> {
    let mut failure = ptr::null_mut();
    let status = call(&mut failure);
    if status < c::CALQUE_INVALID_ARGUMENT {
        return Ok(status);
    }
    let text = |pointer: *const std::os::raw::c_char| unsafe {
        (!pointer.is_null()).then(|| CStr::from_ptr(pointer).to_string_lossy().into_owned())
    };
    // SAFETY: the error is ours, and its texts live until it is released.
    unsafe {
        let error = Error {
            status,
            message: text(c::calque_error_message(failure)).unwrap_or_default(),
            path: text(c::calque_error_path(failure)).filter(|path| !path.is_empty()),
            file: text(c::calque_error_source(failure)).filter(|file| !file.is_empty()),
            line: c::calque_error_line(failure),
            column: c::calque_error_column(failure),
        };
        c::calque_error_release(failure);
        Err(error)
    }
}

