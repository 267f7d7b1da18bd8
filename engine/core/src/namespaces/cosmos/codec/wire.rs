//! Protobuf parsing with strict length checks. Obsolete encodings (groups, non-minimal numbers, field number zero) are
//! invalid.

use alloc::vec::Vec;

/// The value of one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field<'a> {
    /// A number.
    Number(u64),
    /// A string, bytes, or a message.
    Bytes(&'a [u8]),
    /// Four or eight bytes, which no known message uses.
    Fixed,
}

/// The maximum number of fields of one message, more than any realistic transaction.
const FIELDS_MAX: usize = 1_024;

/// Parses a varint. Returns it with the bytes after it.
fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (mut value, mut shift) = (0u64, 0u32);
    for (at, byte) in bytes.iter().enumerate() {
        let part = u64::from(byte & 0x7f);
        if shift == 63 && part > 1 {
            return None;
        }
        value |= part << shift;
        if byte & 0x80 == 0 {
            // a trailing zero byte is invalid, because encoders never write it
            return (*byte != 0 || at == 0).then_some((value, bytes.get(at + 1..)?));
        }
        shift += 7;
        if shift > 63 {
            return None;
        }
    }
    None
}

/// The fields of a message with their numbers, in order. `None` if it is invalid.
#[must_use]
pub fn fields(mut bytes: &[u8]) -> Option<Vec<(u32, Field<'_>)>> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let (tag, rest) = number(bytes)?;
        let id = u32::try_from(tag >> 3).ok().filter(|id| *id > 0 && *id < 1 << 29)?;
        let (field, rest) = match tag & 7 {
            0 => number(rest).map(|(value, rest)| (Field::Number(value), rest))?,
            1 => (Field::Fixed, rest.get(8..)?),
            2 => {
                let (length, rest) = number(rest)?;
                let (bytes, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
                (Field::Bytes(bytes), rest)
            }
            5 => (Field::Fixed, rest.get(4..)?),
            _ => return None,
        };
        all.push((id, field));
        if all.len() > FIELDS_MAX {
            return None;
        }
        bytes = rest;
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_a_message_that_isnt_complete() {
        assert_eq!(fields(&[]), Some(Vec::new()));
        let read = fields(&[0x08, 0x96, 0x01, 0x12, 0x02, b'h', b'i', 0x1d, 1, 2, 3, 4]).unwrap();
        assert_eq!(read, [(1, Field::Number(150)), (2, Field::Bytes(b"hi")), (3, Field::Fixed)]);
        let max = fields(&[0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]).unwrap();
        assert_eq!(max, [(1, Field::Number(u64::MAX))]);
        for wrong in [
            &[0x08][..],                                                         // no number
            &[0x08, 0x80],                                                       // cut off
            &[0x08, 0x80, 0x00],                                                 // not minimal
            &[0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02], // too large
            &[0x12, 0x03, b'h', b'i'],                                           // longer than the rest
            &[0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
            &[0x02, 0x00], // field number zero
            &[0x0b, 0x0c], // a group
            &[0x0d, 1, 2], // cut off
        ] {
            assert_eq!(fields(wrong), None, "{wrong:?}");
        }
        assert_eq!(fields(&[0x08, 0].repeat(FIELDS_MAX + 1)), None);
    }
}
