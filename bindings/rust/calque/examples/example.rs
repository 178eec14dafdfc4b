//! Catalogs of a folder, a compiled catalog, a message table, a proposed text.
use calque::{Error, Format, Localization, Messages, Translator, Value};

fn main() -> Result<(), Error> {
    let folder = std::env::args().nth(1).expect("a folder");
    let options = r#"{"lng": "pl", "fallbackLng": "en", "ns": "common",
        "interpolation": {"escapeValue": false}}"#;
    let translator = Translator::new(Format::V4, options)?;
    for lng in ["pl", "en"] {
        for ns in ["common", "books"] {
            translator.add_file(lng, ns, &format!("{folder}/{lng}/{ns}.json"))?;
        }
    }
    println!("{}", translator.t("welcome", &[("name", Value::Text("Ada & Bo"))]));
    println!("{}", translator.t("greeting", &[("context", Value::Text("morning"))]));
    println!("{}", translator.t("time.day", &[("count", Value::Int(3))]));
    println!("{}", translator.t("books:due", &[("days", Value::Int(2))]));
    println!("{}", translator.t("books:pages", &[("pages", Value::Double(12345.5))]));
    let english = translator.view("en", "", "")?;
    println!("{}", english.t("time.day", &[("count", Value::Int(1))]));
    translator.add_catalog(&std::env::args().nth(2).expect("a catalog"))?;
    let german = translator.view("de", "", "")?;
    println!("{}", german.t("time.day", &[("count", Value::Int(2))]));
    let messages = Messages::new()?;
    messages.load(r#"{"NAME": "Blockly"}"#, "bky_")?;
    println!("{}", messages.decode("Learn with %{BKY_NAME}"));
    let texts = Localization::new("{}")?;
    texts.load(r#"{"data": {"home": {"title": "Witaj"}}}"#, "pl")?;
    texts.propose("home.title", "pl", "Dzień dobry wszystkim")?;
    println!("{}", texts.text("home.title"));
    Ok(())
}
