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

mod call;
mod error;
mod events;
mod texts;
mod translator;
mod value;

pub use error::{Error, Result};
pub use texts::{Localization, Messages};
pub use translator::{Translator, View};
pub use value::Value;

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

/// The result of a JSON call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Form {
    Text = c::CALQUE_RESULT_TEXT,
    Json = c::CALQUE_RESULT_JSON,
    Details = c::CALQUE_RESULT_DETAILS,
}
