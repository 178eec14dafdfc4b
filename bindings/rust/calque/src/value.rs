//! Values that calls take.
use crate::c;
use std::ptr;

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

pub(crate) fn arguments(values: &[(&str, Value)]) -> Vec<c::calque_arg> {
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


macro_rules! from {
    ($($kind:ident: $($type:ty)*;)*) => {$($(
        impl<'a> From<$type> for Value<'a> {
            fn from(value: $type) -> Self { Self::$kind(value.into()) }
        }
    )*)*};
}
from! {
    Int: i8 i16 i32 i64 u8 u16 u32;
    Double: f32 f64;
    Bool: bool;
    Text: &'a str;
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(value: &'a String) -> Self {
        Self::Text(value)
    }
}
