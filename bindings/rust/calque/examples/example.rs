//! Catalogs of a folder in two languages, and a message table.
use calque::{Error, Format, Messages, Translator, Value};

fn main() -> Result<(), Error> {
    let folder = std::env::args().nth(1).expect("a folder");
    let options = r#"{"lng": "pl", "fallbackLng": "en", "ns": "common",
        "interpolation": {"escapeValue": false}}"#;
    let translator = Translator::new(Format::V4, options)?;
    for lng in ["pl", "en"] {
        translator.add_file(lng, "common", &format!("{folder}/{lng}/common.json"))?;
    }
    println!("{}", translator.t("welcome", &[("name", Value::Text("Ada & Bo"))]));
    println!("{}", translator.t("greeting", &[("context", Value::Text("morning"))]));
    println!("{}", translator.t("time.day", &[("count", Value::Int(3))]));
    let english = translator.view("en", "", "")?;
    println!("{}", english.t("time.day", &[("count", Value::Int(1))]));
    let messages = Messages::new()?;
    messages.load(r#"{"NAME": "Blockly"}"#, "bky_")?;
    println!("{}", messages.decode("Learn with %{BKY_NAME}"));
    Ok(())
}
