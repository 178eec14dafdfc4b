//! Answers the requests of Tests/Conformance/hosts.py.
use calque::{Form, Format, Messages, Translator};
use std::io::{self, BufRead, Write};

fn quoted(text: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\\' | '\0'..='\x1f' => format!("\\u{:04x}", c as u32),
        _ => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

/// The text that a JSON text is, by way of a translator: its only value.
fn plain(json: &str) -> String {
    let options = r#"{"lng": "en", "interpolation": {"escapeValue": false},
        "resources": {"en": {"translation": {"v": "{{v}}"}}}}"#;
    let translator = Translator::new(Format::V4, options).expect("a translator");
    translator.json("v", &format!("{{\"v\": {json}}}"), Form::Text).expect("a text")
}

fn numbered(number: &str) -> Result<Format, Box<dyn std::error::Error>> {
    let number: i32 = number.parse()?;
    let formats = [Format::Ios, Format::V1, Format::V2, Format::V3, Format::V4];
    Ok(formats.into_iter().find(|each| *each as i32 == number).ok_or("no format")?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut translator: Option<Translator> = None;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let opened = || translator.as_ref().ok_or("no translator");
        let answer = match fields[0] {
            "open" => match Translator::new(numbered(fields[1])?, fields[2]) {
                Ok(made) => {
                    translator = Some(made);
                    "null".into()
                }
                Err(error) => quoted(&error.message),
            },
            "t" => opened()?.json(fields[1], fields[2], Form::Details)?,
            "exists" => opened()?.exists(fields[1], fields[2])?.to_string(),
            "languages" => opened()?.languages()?,
            "dir" => quoted(if opened()?.is_right_to_left(fields[1]) { "rtl" } else { "ltr" }),
            _ => {
                let table = Messages::new()?;
                table.load(fields[1], "")?;
                quoted(&table.decode(&plain(fields[2])))
            }
        };
        writeln!(out, "{answer}")?;
    }
    Ok(())
}
