//! Catalogs of a folder, a compiled catalog, a message table, a proposed text.
use calque::{Error, Format, Localization, Messages, Translator};

fn main() -> Result<(), Error> {
    let folder = std::env::args().nth(1).expect("a folder");
    let options = r#"{"lng": "pl", "fallbackLng": "en", "ns": "common",
        "interpolation": {"escapeValue": false}}"#;
    let translator = Translator::new(Format::V4, options)?;
    translator.add_folder(&folder)?;
    println!("{}", translator.t("welcome", &[("name", "Ada & Bo".into())]));
    println!("{}", translator.t("greeting", &[("context", "morning".into())]));
    println!("{}", translator.t("time.day", &[("count", 3.into())]));
    println!("{}", translator.t("books:due", &[("days", 2.into())]));
    println!("{}", translator.t("books:pages", &[("pages", 12345.5.into())]));
    let english = translator.view("en", "", "")?;
    println!("{}", english.t("time.day", &[("count", 1.into())]));
    translator.add_catalog(std::env::args().nth(2).expect("a catalog"))?;
    let german = translator.view("de", "", "")?;
    println!("{}", german.t("time.day", &[("count", 2.into())]));
    let messages = Messages::new()?;
    messages.load(r#"{"NAME": "Blockly"}"#, "bky_")?;
    println!("{}", messages.decode("Learn with %{BKY_NAME}"));
    let texts = Localization::new("{}")?;
    texts.load(r#"{"data": {"home": {"title": "Witaj"}}}"#, "pl")?;
    texts.propose("home.title", "pl", "Dzień dobry wszystkim")?;
    println!("{}", texts.text("home.title"));
    Ok(())
}
