//! Message tables, and texts with proposals.
use crate::call::{expected, filled, handle};
use crate::{c, error::checked, Result};
use std::{fmt::Display, ptr};

handle!(
    /// A message table: case-insensitive keys, synonyms, `%{key}` references.
    Messages, calque_messages, calque_messages_release
);

handle!(
    /// Texts by section and key, and better wordings that people propose for them.
    Localization, calque_localization, calque_localization_release
);

// SAFETY, for all calls below: as for translators.
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
    /// Options are JSON, as for [`crate::Translator::new`].
    pub fn new(options: impl Display) -> Result<Self> {
        let (options, mut out) = (options.to_string(), ptr::null_mut());
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
