//! Does what Tests/Conformance/misuse.py describes by a case's name.
use calque::{Error, Form, Format, Localization, Messages, Translator, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs, thread};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const OPTIONS: &str = r#"{"lng": "en", "interpolation": {"escapeValue": false},
    "resources": {"en": {"translation": {"k": "v", "a": "<{{a}}>"}}}}"#;

fn made() -> Translator {
    Translator::new(Format::V4, OPTIONS).expect("a translator")
}

fn messages(text: &str) -> Messages {
    let table = Messages::new().expect("a table");
    table.load(&format!("{{\"K\": \"{text}\"}}"), "").expect("messages");
    table
}

fn localization(text: &str) -> Localization {
    let texts = Localization::new("{}").expect("a localization");
    let json = format!("{{\"data\": {{\"s\": {{\"k\": \"{text}\"}}}}}}");
    texts.load(&json, "en").expect("texts");
    texts
}

fn refused<T>(result: std::result::Result<T, Error>) {
    assert!(result.is_err(), "it was not refused");
}

fn resident() -> Result<i64> {
    let text = fs::read_to_string("/proc/self/statm")?;
    Ok(text.split(' ').nth(1).ok_or("no pages")?.parse::<i64>()? / 256)
}

fn closed() {
    let translator = made();
    let view = translator.view("en", "", "").expect("a view");
    drop(translator);
    assert_eq!("v", view.t("k", &[]));
}

fn threads() {
    let translator = made();
    let view = translator.view("en", "", "").expect("a view");
    for _ in 0..500 {
        thread::scope(|scope| {
            scope.spawn(|| assert_eq!("v", translator.t("k", &[])));
            scope.spawn(|| assert_eq!("v", view.t("k", &[])));
        });
    }
    thread::spawn(move || drop(translator)).join().expect("a thread");
    assert_eq!("v", view.t("k", &[]));
}

fn types() {
    let translator = made();
    refused(translator.try_t("a", &[("a", Value::Json("{"))]));
    refused(translator.try_t("a", &[("a", Value::Decimal("x"))]));
    refused(translator.json("k", "[]", Form::Text));
    refused(Translator::new(Format::V4, "[]"));
    assert!(std::panic::catch_unwind(|| {
        std::panic::set_hook(Box::new(|_| {}));
        made().t("a", &[("a", Value::Json("{"))])
    })
    .is_err());
}

fn numbers() {
    let text = |number| made().t("a", &[("a", Value::Int(number))]);
    assert_eq!("<9223372036854775807>", text(i64::MAX));
    assert_eq!("<-9223372036854775808>", text(i64::MIN));
}

fn nul() {
    let translator = made();
    refused(translator.add_file("en", "x", "/dev/null\0x"));
    refused(translator.add_catalog("/dev/null\0x"));
    assert_eq!("<x\0y>", translator.t("a", &[("a", Value::Text("x\0y"))]));
    assert_eq!("x\0y", localization("x\\u0000y").text("s.k"));
}

fn released() -> Result<()> {
    let before = resident()?;
    for _ in 0..50_000 {
        made();
    }
    assert!(resident()? - before < 250, "it holds too much");
    Ok(())
}

fn replaced() -> Result<()> {
    let folder = env::temp_dir().join(format!("calque-misuse-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let (small, large) = ("x".repeat(300), "y".repeat(20_000));
    let mut files = Vec::new();
    for text in [&small, &large] {
        let file = folder.join(text.len().to_string());
        fs::write(&file, format!("{{\"k\": \"{text}\"}}"))?;
        files.push(file.to_str().ok_or("a path")?.to_string());
    }
    let (translator, done) = (made(), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for file in &files {
                    translator.add_file("en", "translation", file).expect("a file");
                }
            }
        });
        for _ in 0..100_000 {
            let text = translator.t("k", &[]);
            assert!(text == "v" || text == small || text == large, "a text of two");
        }
        done.store(true, Ordering::Relaxed);
    });
    Ok(fs::remove_dir_all(folder)?)
}

fn events() {
    let heard = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let (log, keys) = (heard.clone(), heard.clone());
    let options = r#"{"lng": "en", "saveMissing": true, "debug": true}"#;
    let translator = Translator::with_log(Format::V4, options, move |_| {
        log.lock().expect("a list").push("log".to_string());
    })
    .expect("a translator");
    let hear = move |_: &str, arguments: &str| keys.lock().expect("a list").push(arguments.to_string());
    translator.on("missingKey", hear).expect("a handler");
    translator.t("absent", &[]);
    let heard = heard.lock().expect("a list").join(" ");
    assert!(heard.contains("log") && heard.contains("\"absent\""), "{heard}");
    let failure = translator.add_resource_bundle("en", "x", "{\n  \"a\": }").expect_err("a mistake");
    assert_eq!(2, failure.line);
    // A function that is refused is dropped with the call.
    let kept = std::sync::Arc::new(());
    let given = kept.clone();
    assert!(Translator::with_log(Format::V4, "[]", move |_| drop(given.clone())).is_err());
    assert_eq!(1, std::sync::Arc::strong_count(&kept));
}

fn exit() {
    let view = made().view("en", "", "").expect("a view");
    std::mem::forget((made(), view, messages("v"), localization("v")));
}

fn main() -> Result<()> {
    match env::args().nth(1).unwrap_or_default().as_str() {
        "closed" => closed(),
        "threads" => threads(),
        "types" => types(),
        "numbers" => numbers(),
        "nul" => nul(),
        "released" => released()?,
        "replaced" => replaced()?,
        "events" => events(),
        "exit" => exit(),
        _ => {
            println!("none");
            return Ok(());
        }
    }
    println!("ok");
    Ok(())
}
