//! Protocol buffers' wire format, as far as walking over a message needs it.

/// The bytes are no message.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Broken;

/// One field of a message.
pub(super) struct Field<'a> {
    pub(super) number: u64,
    pub(super) value: Value<'a>,
}

/// A field's value, as the wire tells it.
pub(super) enum Value<'a> {
    /// A variable-length integer.
    Number(i64),
    /// A string, byte string or message.
    Bytes(&'a [u8]),
    /// A fixed-width number, which nothing here reads.
    Fixed,
}

/// The fields of a message, one after the other.
pub(super) struct Fields<'a> {
    rest: &'a [u8],
    broken: bool,
}

impl<'a> Fields<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, broken: false }
    }

    fn number(&mut self) -> Result<u64, Broken> {
        let mut value = 0_u64;
        for shift in (0..70).step_by(7) {
            let (&byte, rest) = self.rest.split_first().ok_or(Broken)?;
            self.rest = rest;
            // The tenth byte holds the last bit only.
            if shift == 63 && byte > 1 {
                return Err(Broken);
            }
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Broken)
    }

    fn take(&mut self, len: u64) -> Result<&'a [u8], Broken> {
        let (taken, rest) = usize::try_from(len).ok().and_then(|len| self.rest.split_at_checked(len)).ok_or(Broken)?;
        self.rest = rest;
        Ok(taken)
    }

    fn field(&mut self) -> Result<Field<'a>, Broken> {
        let tag = self.number()?;
        let value = match tag & 7 {
            0 => Value::Number(self.number()?.cast_signed()),
            1 => self.take(8).map(|_| Value::Fixed)?,
            2 => {
                let len = self.number()?;
                Value::Bytes(self.take(len)?)
            }
            5 => self.take(4).map(|_| Value::Fixed)?,
            _ => return Err(Broken),
        };
        match tag >> 3 {
            0 => Err(Broken),
            number => Ok(Field { number, value }),
        }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<Field<'a>, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() || self.broken {
            return None;
        }
        let field = self.field();
        self.broken = field.is_err();
        Some(field)
    }
}

/// A string field.
pub(super) fn text(bytes: &[u8]) -> Result<&str, Broken> {
    std::str::from_utf8(bytes).map_err(|_| Broken)
}

/// A `StringStringEntryProto`.
pub(super) fn string_entry(bytes: &[u8]) -> Result<(&str, &str), Broken> {
    let (mut key, mut value) = ("", "");
    for field in Fields::new(bytes) {
        match field? {
            Field { number: 1, value: Value::Bytes(bytes) } => key = text(bytes)?,
            Field { number: 2, value: Value::Bytes(bytes) } => value = text(bytes)?,
            _ => {}
        }
    }
    Ok((key, value))
}
