//! Translators and their views.
use crate::call::{c_path, expected, filled, handle, owned};
use crate::{c, error::checked, events, value::arguments, Error, Form, Format, Result, Value};
use std::path::{Path, PathBuf};
use std::{fmt::Display, ptr};

/// New texts replace the old ones, so that a key that is gone is gone.
const REPLACE: u32 = c::CALQUE_BUNDLE_REPLACE as u32;

/// What a folder has, by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let failed = |error: std::io::Error| Error {
        status: c::CALQUE_IO_ERROR,
        message: format!("{}: {error}", folder.display()),
        file: Some(folder.display().to_string()),
        ..Error::default()
    };
    let read = std::fs::read_dir(folder).map_err(failed)?;
    let mut found = read.map(|each| each.map(|entry| entry.path())).collect::<std::io::Result<Vec<_>>>().map_err(failed)?;
    found.sort();
    Ok(found)
}

fn has_suffix(path: &Path, suffix: &str) -> bool {
    path.extension().is_some_and(|each| each == suffix)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

handle!(
    /// A translator over i18next catalogs.
    Translator, calque_translator, calque_translator_release
);
handle!(
    /// An immutable view of a translator in one language, for hot code.
    View, calque_view, calque_view_release
);
// SAFETY, for all calls below: texts are passed with their lengths and live until the
// call returns; handles are ours; outputs are variables of this frame.
impl Translator {
    /// Options by i18next's names: JSON text, or what prints as JSON, such as a
    /// `serde_json::Value`.
    pub fn new(format: Format, options: impl Display) -> Result<Self> {
        Self::made(format, options, ptr::null())
    }

    /// As [`Self::new`]; `log` receives diagnostics, a line each. With the option `debug`
    /// it also hears of unknown options, missing keys and missing variables.
    pub fn with_log(
        format: Format, options: impl Display, log: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Self> {
        // SAFETY: null is a valid value of each member.
        let mut host: c::calque_host = unsafe { std::mem::zeroed() };
        host.struct_size = std::mem::size_of::<c::calque_host>();
        host.user_data = events::given(Box::new(move |_, line| log(line)));
        host.user_data_free = Some(events::free);
        host.log = Some(events::log);
        // C keeps the log only of a translator that it makes.
        Self::made(format, options, &host).inspect_err(|_| unsafe { events::free(host.user_data) })
    }

    fn made(format: Format, options: impl Display, host: *const c::calque_host) -> Result<Self> {
        let (options, mut out) = (options.to_string(), ptr::null_mut());
        checked(|failure| unsafe {
            let text = options.as_ptr().cast();
            c::calque_translator_create(format as i32, text, options.len(), host, &mut out, failure)
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

    /// Adds the texts of a language and namespace: a JSON object. They replace those that
    /// are there.
    pub fn add_resource_bundle(&self, lng: &str, ns: &str, tree: impl Display) -> Result<()> {
        let tree = tree.to_string();
        checked(|failure| unsafe {
            let (language, namespace) = (lng.as_ptr().cast(), ns.as_ptr().cast());
            c::calque_translator_add_resource_bundle(
                self.0, language, lng.len(), namespace, ns.len(), tree.as_ptr().cast(),
                tree.len(), REPLACE, failure,
            )
        })?;
        Ok(())
    }

    /// As [`Self::add_resource_bundle`], from a file.
    pub fn add_file(&self, lng: &str, ns: &str, path: impl AsRef<Path>) -> Result<()> {
        let path = c_path(path.as_ref())?;
        checked(|failure| unsafe {
            let (language, namespace) = (lng.as_ptr().cast(), ns.as_ptr().cast());
            c::calque_translator_add_file(
                self.0, language, lng.len(), namespace, ns.len(), path.as_ptr(), REPLACE, failure,
            )
        })?;
        Ok(())
    }

    /// Adds the catalogs of a folder: `LNG/NS.json`, `LNG.json` (namespace `translation`)
    /// and compiled ones, `*.calque`. Called again, it loads them again.
    pub fn add_folder(&self, path: impl AsRef<Path>) -> Result<()> {
        for file in entries(path.as_ref())? {
            let name = stem(&file);
            if file.is_dir() {
                for inner in entries(&file)?.iter().filter(|each| has_suffix(each, "json")) {
                    self.add_file(&name, &stem(inner), inner)?;
                }
            } else if has_suffix(&file, "json") {
                self.add_file(&name, "translation", &file)?;
            } else if has_suffix(&file, "calque") {
                self.add_catalog(&file)?;
            }
        }
        Ok(())
    }

    /// Adds the languages of a compiled catalog.
    pub fn add_catalog(&self, path: impl AsRef<Path>) -> Result<()> {
        let (path, mut catalog) = (c_path(path.as_ref())?, ptr::null_mut());
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

    /// The current language.
    pub fn language(&self) -> String {
        expected(filled(|buffer, capacity, length| unsafe {
            c::calque_translator_language(self.0, false, buffer, capacity, length)
        }))
    }

    /// Changes the current language. Views keep theirs.
    pub fn change_language(&self, lng: &str) -> Result<()> {
        checked(|failure| unsafe {
            c::calque_translator_change_language(self.0, lng.as_ptr().cast(), lng.len(), failure)
        })?;
        Ok(())
    }

    /// The available language that fits best: `wanted` is the value of an Accept-Language
    /// header, or a JSON array of codes.
    pub fn best_language(&self, wanted: &str) -> Result<String> {
        filled(|buffer, capacity, length| unsafe {
            let text = wanted.as_ptr().cast();
            let closest = c::CALQUE_MATCH_CLOSEST as u32;
            c::calque_translator_best_language(
                self.0, text, wanted.len(), closest, buffer, capacity, length,
            )
        })
    }

    /// Calls `handler(event, arguments)` for events, whose names are separated by spaces:
    /// `missingKey` (with the option `saveMissing`), `languageChanged`, `added` and
    /// others. The arguments are a JSON array, as i18next passes them.
    pub fn on(&self, events: &str, handler: impl Fn(&str, &str) + Send + Sync + 'static) -> Result<()> {
        let given = events::given(Box::new(handler));
        checked(|failure| unsafe {
            c::calque_translator_on(
                self.0, events.as_ptr().cast(), events.len(), Some(events::event), given,
                Some(events::free), ptr::null_mut(), failure,
            )
        })?;
        Ok(())
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

