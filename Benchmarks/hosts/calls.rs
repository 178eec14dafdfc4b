// usage: calls FOLDER
use calque::{Format, Translator, Value};
use std::ffi::{c_char, c_int, c_ulong, CStr, CString};
use std::hint::black_box;

#[link(name = "c")]
extern "C" {
    fn clock() -> i64;
    fn setlocale(category: c_int, locale: *const c_char) -> *mut c_char;
    fn bindtextdomain(domain: *const c_char, folder: *const c_char) -> *mut c_char;
    fn textdomain(domain: *const c_char) -> *mut c_char;
    fn gettext(key: *const c_char) -> *const c_char;
    fn ngettext(one: *const c_char, other: *const c_char, number: c_ulong) -> *const c_char;
}

fn measure(library: &str, row: &str, call: impl Fn(usize) -> String) {
    let mut best = f64::MAX;
    for _ in 0..9 {
        let start = unsafe { clock() };
        for at in 0..100_000 {
            black_box(call(at));
        }
        // clock() counts microseconds.
        best = best.min((unsafe { clock() } - start) as f64 * 1000.0 / 100_000.0);
    }
    println!("{library}\t{row}\t{best:.0}");
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).expect("a folder");
    let plain: Vec<String> = (0..500).map(|at| format!("message {at}")).collect();
    let plural: Vec<String> = (0..100).map(|at| format!("{at} file")).collect();
    let options = r#"{"lng": "en", "keySeparator": false, "nsSeparator": false}"#;
    let translator = Translator::new(Format::V4, options)?;
    translator.add_file("en", "translation", &format!("{folder}/en.json"))?;
    let view = translator.view("en", "", "")?;
    assert_eq!(view.t(&plural[7], &[("count", Value::Int(2))]), "2 files of 7");
    measure("Calque", "plain", |at| view.t(&plain[at % 500], &[]));
    measure("Calque", "plural", |at| {
        view.t(&plural[at % 100], &[("count", Value::Int((at % 201) as i64))])
    });
    let c = |text: &str| CString::new(text).expect("no NUL");
    let text = |found: *const c_char| unsafe { CStr::from_ptr(found) }.to_string_lossy().into_owned();
    let one: Vec<CString> = plural.iter().map(|key| c(&format!("%d {key}"))).collect();
    let other: Vec<CString> = plural.iter().map(|key| c(&format!("%d {key}s"))).collect();
    let keys: Vec<CString> = plain.iter().map(|key| c(key)).collect();
    unsafe {
        setlocale(6, c("C.UTF-8").as_ptr());
        bindtextdomain(c("messages").as_ptr(), c(&folder).as_ptr());
        textdomain(c("messages").as_ptr());
        measure("gettext (glibc)", "plain", |at| text(gettext(keys[at % 500].as_ptr())));
        measure("gettext (glibc)", "plural", |at| {
            let number = (at % 201) as c_ulong;
            text(ngettext(one[at % 100].as_ptr(), other[at % 100].as_ptr(), number))
                .replace("%d", &number.to_string())
        });
        assert_ne!(text(gettext(keys[7].as_ptr())), plain[7]);
    }
    Ok(())
}
