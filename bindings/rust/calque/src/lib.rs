//! Translators over i18next catalogs, views, message tables.
//!
//! ```no_run
//! use calque::{Format, Translator, Value};
//! let options = r#"{"lng": "en", "resources": {"en": {"translation": {"hi": "Hi {{name}}"}}}}"#;
//! let translator = Translator::new(Format::V4, options)?;
//! assert_eq!(translator.t("hi", &[("name", Value::Text("Ada"))]), "Hi Ada");
//! # Ok::<(), calque::Error>(())
//! ```
//!
//! Objects are `Send` and `Sync`: the library's functions may be called from any thread.
//! They are freed when they are dropped, and cannot be copied:
//!
//! ```compile_fail,E0599
//! # let translator = calque::Translator::new(calque::Format::V4, "{}").unwrap();
//! translator.clone();
//! ```
//!
//! ```compile_fail,E0382
//! # let translator = calque::Translator::new(calque::Format::V4, "{}").unwrap();
//! drop(translator);
//! translator.t("hi", &[]);
//! ```
//!
//! A thread has a share of an object, or outlives no object that it borrows:
//!
//! ```
//! # let translator = calque::Translator::new(calque::Format::V4, "{}").unwrap();
//! let shared = std::sync::Arc::new(translator);
//! let other = shared.clone();
//! std::thread::spawn(move || other.t("hi", &[])).join().unwrap();
//! std::thread::scope(|scope| { scope.spawn(|| shared.t("hi", &[])); });
//! ```
//!
//! ```compile_fail,E0373
//! # let translator = calque::Translator::new(calque::Format::V4, "{}").unwrap();
//! std::thread::spawn(|| translator.t("hi", &[]));
//! ```
//!
//! A value lives until the call has returned:
//!
//! ```compile_fail,E0597
//! # let translator = calque::Translator::new(calque::Format::V4, "{}").unwrap();
//! let value;
//! {
//!     let name = String::from("Ada");
//!     value = calque::Value::Text(&name);
//! }
//! translator.t("hi", &[("name", value)]);
//! ```
//!
//! The pointers of `calque_sys` are neither `Send` nor `Sync`:
//!
//! ```compile_fail,E0277
//! fn sent<T: Send>(_: T) {}
//! sent(std::ptr::null_mut::<calque_sys::calque_translator>());
//! ```
use calque_sys as c;
use std::{ffi::CStr, ffi::CString, fmt, ptr};

/// The generation of i18next catalogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Format {
    Ios = c::CALQUE_FORMAT_IOS,
    V1 = c::CALQUE_FORMAT_V1,
    V2 = c::CALQUE_FORMAT_V2,
    V3 = c::CALQUE_FORMAT_V3,
    V4 = c::CALQUE_FORMAT_V4,
}

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

/// The value of an option or a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    Null,
    Int(i64),
    Double(f64),
    Bool(bool),
    Text(&'a str),
    /// Decimal text whose written digits count for plural rules.
    Decimal(&'a str),
    Json(&'a str),
}

/// The result of a JSON call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Form {
    Text = c::CALQUE_RESULT_TEXT,
    Json = c::CALQUE_RESULT_JSON,
    Details = c::CALQUE_RESULT_DETAILS,
}

type Result<T> = std::result::Result<T, Error>;

fn checked(call: impl FnOnce(*mut *mut c::calque_error) -> i32) -> Result<i32> {
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

fn c_path(path: &str) -> Result<CString> {
    CString::new(path).map_err(|_| Error {
        status: c::CALQUE_INVALID_ARGUMENT,
        message: "the path has a NUL in it".into(),
        ..Error::default()
    })
}

/// The text that a call writes into a buffer.
fn filled(fill: impl Fn(*mut std::os::raw::c_char, usize, *mut usize) -> i32) -> Result<String> {
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
fn expected(text: Result<String>) -> String {
    text.unwrap_or_else(|error| panic!("{error}"))
}

/// The text that a call leaves in a `calque_string`.
fn owned(call: impl FnOnce(*mut c::calque_string, *mut *mut c::calque_error) -> i32) -> Result<String> {
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

fn arguments(values: &[(&str, Value)]) -> Vec<c::calque_arg> {
    let argument = |&(name, value): &(&str, Value)| {
        let mut arg = c::calque_arg {
            name: name.as_ptr().cast(),
            name_length: name.len(),
            kind: 0,
            reserved: 0,
            integer: 0,
            number: 0.0,
            text: ptr::null(),
            length: 0,
        };
        let mut text = |kind, text: &str| {
            (arg.kind, arg.text, arg.length) = (kind, text.as_ptr().cast(), text.len());
        };
        match value {
            Value::Null => {}
            Value::Int(number) => (arg.kind, arg.integer) = (c::CALQUE_ARG_KIND_INT, number),
            Value::Double(number) => (arg.kind, arg.number) = (c::CALQUE_ARG_KIND_DOUBLE, number),
            Value::Bool(flag) => (arg.kind, arg.integer) = (c::CALQUE_ARG_KIND_BOOL, flag.into()),
            Value::Text(value) => text(c::CALQUE_ARG_KIND_TEXT, value),
            Value::Decimal(value) => text(c::CALQUE_ARG_KIND_DECIMAL, value),
            Value::Json(value) => text(c::CALQUE_ARG_KIND_JSON, value),
        }
        arg
    };
    values.iter().map(argument).collect()
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

handle!(
    /// A translator over i18next catalogs.
    Translator, calque_translator, calque_translator_release
);
handle!(
    /// An immutable view of a translator in one language, for hot code.
    View, calque_view, calque_view_release
);
handle!(
    /// A message table: case-insensitive keys, synonyms, `%{key}` references.
    Messages, calque_messages, calque_messages_release
);

handle!(
    /// Texts by section and key, and better wordings that people propose for them.
    Localization, calque_localization, calque_localization_release
);

// SAFETY, for all calls below: texts are passed with their lengths and live until the
// call returns; handles are ours; outputs are variables of this frame.
impl Translator {
    /// Options are JSON, by i18next's names.
    pub fn new(format: Format, options: &str) -> Result<Self> {
        let mut out = ptr::null_mut();
        checked(|failure| unsafe {
            let text = options.as_ptr().cast();
            c::calque_translator_create(format as i32, text, options.len(), ptr::null(), &mut out, failure)
        })?;
        Ok(Self(out))
    }

    /// The text of a key; its fallback where there is none.
    ///
    /// # Panics
    /// If a [`Value::Json`] or a [`Value::Decimal`] is none: see [`Self::try_t`].
    pub fn t(&self, key: &str, values: &[(&str, Value)]) -> String {
        expected(self.try_t(key, values))
    }

    /// As [`Self::t`]; an error for a value that is malformed.
    pub fn try_t(&self, key: &str, values: &[(&str, Value)]) -> Result<String> {
        let args = arguments(values);
        filled(|buffer, capacity, length| unsafe {
            let text = key.as_ptr().cast();
            c::calque_translator_translate(
                self.0, text, key.len(), args.as_ptr(), args.len(), buffer, capacity, length,
            )
        })
    }

    /// Keys and options are JSON text, and so is the result.
    pub fn json(&self, keys: &str, options: &str, form: Form) -> Result<String> {
        owned(|out, failure| unsafe {
            let (text, given) = (keys.as_ptr().cast(), options.as_ptr().cast());
            c::calque_translator_translate_json(
                self.0, text, keys.len(), given, options.len(), form as i32, out, failure,
            )
        })
    }

    pub fn exists(&self, keys: &str, options: &str) -> Result<bool> {
        let mut found = false;
        checked(|failure| unsafe {
            let (text, given) = (keys.as_ptr().cast(), options.as_ptr().cast());
            c::calque_translator_exists(self.0, text, keys.len(), given, options.len(), &mut found, failure)
        })?;
        Ok(found)
    }

    pub fn add_file(&self, lng: &str, ns: &str, path: &str) -> Result<()> {
        let path = c_path(path)?;
        checked(|failure| unsafe {
            let (language, namespace) = (lng.as_ptr().cast(), ns.as_ptr().cast());
            c::calque_translator_add_file(
                self.0, language, lng.len(), namespace, ns.len(), path.as_ptr(), 0, failure,
            )
        })?;
        Ok(())
    }

    /// Adds the languages of a compiled catalog.
    pub fn add_catalog(&self, path: &str) -> Result<()> {
        let (path, mut catalog) = (c_path(path)?, ptr::null_mut());
        checked(|failure| unsafe { c::calque_catalog_open(path.as_ptr(), 0, &mut catalog, failure) })?;
        let none = ptr::null_mut();
        let added = checked(|failure| unsafe {
            c::calque_translator_add_catalog(self.0, catalog, ptr::null(), 0, 0, none, failure)
        });
        unsafe { c::calque_catalog_release(catalog) };
        added.map(|_| ())
    }

    /// The fallback chain, a JSON array.
    pub fn languages(&self) -> Result<String> {
        owned(|out, failure| unsafe { c::calque_translator_languages(self.0, ptr::null(), 0, out, failure) })
    }

    /// Whether a language is written from right to left; "" is the current one.
    pub fn is_right_to_left(&self, lng: &str) -> bool {
        unsafe { c::calque_translator_dir(self.0, lng.as_ptr().cast(), lng.len()) == c::CALQUE_RTL }
    }

    /// A view of the catalogs as they are now; "" is the current language, the default
    /// namespace, no prefix.
    pub fn view(&self, lng: &str, ns: &str, prefix: &str) -> Result<View> {
        let mut out = ptr::null_mut();
        checked(|failure| unsafe {
            let (language, namespace) = (lng.as_ptr().cast(), ns.as_ptr().cast());
            let start = prefix.as_ptr().cast();
            c::calque_view_create(
                self.0, language, lng.len(), namespace, ns.len(), start, prefix.len(), &mut out, failure,
            )
        })?;
        Ok(View(out))
    }
}

impl View {
    /// The text of a key; its fallback where there is none.
    ///
    /// # Panics
    /// If a [`Value::Json`] or a [`Value::Decimal`] is none: see [`Self::try_t`].
    pub fn t(&self, key: &str, values: &[(&str, Value)]) -> String {
        expected(self.try_t(key, values))
    }

    /// As [`Self::t`]; an error for a value that is malformed.
    pub fn try_t(&self, key: &str, values: &[(&str, Value)]) -> Result<String> {
        let args = arguments(values);
        filled(|buffer, capacity, length| unsafe {
            let text = key.as_ptr().cast();
            c::calque_view_translate(
                self.0, text, key.len(), args.as_ptr(), args.len(), buffer, capacity, length,
            )
        })
    }
}

impl Messages {
    pub fn new() -> Result<Self> {
        let mut out = ptr::null_mut();
        checked(|failure| unsafe { c::calque_messages_create(ptr::null(), 0, &mut out, failure) })?;
        Ok(Self(out))
    }

    pub fn load(&self, json: &str, prefix: &str) -> Result<()> {
        checked(|failure| unsafe {
            let (start, text) = (prefix.as_ptr().cast(), json.as_ptr().cast());
            c::calque_messages_load_json(
                self.0, 0, start, prefix.len(), text, json.len(), ptr::null_mut(), failure,
            )
        })?;
        Ok(())
    }

    pub fn decode(&self, text: &str) -> String {
        expected(filled(|buffer, capacity, length| unsafe {
            c::calque_messages_decode(self.0, text.as_ptr().cast(), text.len(), buffer, capacity, length)
        }))
    }
}

impl Localization {
    /// Options are JSON.
    pub fn new(options: &str) -> Result<Self> {
        let mut out = ptr::null_mut();
        checked(|failure| unsafe {
            let text = options.as_ptr().cast();
            c::calque_localization_create(text, options.len(), ptr::null(), &mut out, failure)
        })?;
        Ok(Self(out))
    }

    /// Takes the texts of a language: JSON with `data`.
    pub fn load(&self, json: &str, locale: &str) -> Result<()> {
        checked(|failure| unsafe {
            let (text, language) = (json.as_ptr().cast(), locale.as_ptr().cast());
            c::calque_localization_load_resource(
                self.0, text, json.len(), language, locale.len(), failure,
            )
        })?;
        Ok(())
    }

    /// The text of an identifier, `section.key`; empty where there is none.
    pub fn text(&self, identifier: &str) -> String {
        expected(filled(|buffer, capacity, length| unsafe {
            let (name, source) = (identifier.as_ptr().cast(), ptr::null_mut());
            c::calque_localization_text(
                self.0, name, identifier.len(), buffer, capacity, length, source,
            )
        }))
    }

    /// Shows a value instead of the text, in one locale.
    pub fn propose(&self, identifier: &str, locale: &str, value: &str) -> Result<()> {
        checked(|failure| unsafe {
            let (name, language) = (identifier.as_ptr().cast(), locale.as_ptr().cast());
            c::calque_proposals_store(
                self.0, name, identifier.len(), language, locale.len(),
                value.as_ptr().cast(), value.len(), failure,
            )
        })?;
        Ok(())
    }
}
