//! Drops what a browser does not need: the custom sections (names, producers, target features) of a module.

/// The module without its custom sections. Errors when `bytes` is not a well-formed sequence of sections.
pub fn custom_sections(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let header =
        bytes.get(..8).filter(|h| h.starts_with(b"\0asm")).ok_or("strip: not a WebAssembly module")?;
    let mut kept = header.to_vec();
    let mut rest = bytes.get(8..).unwrap_or_default();
    while let Some((&id, after)) = rest.split_first() {
        let (length, used) = leb128(after).ok_or("strip: broken section length")?;
        let end = 1 + used + length;
        let section = rest.get(..end).ok_or("strip: section longer than the file")?;
        if id != 0 {
            kept.extend_from_slice(section);
        }
        rest = rest.get(end..).unwrap_or_default();
    }
    Ok(kept)
}

/// An unsigned 32-bit LEB128 number and how many bytes it took.
fn leb128(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = 0usize;
    for (at, byte) in bytes.iter().take(5).enumerate() {
        value |= usize::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((value, at + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &[u8] = b"\0asm\x01\0\0\0";

    #[test]
    fn custom_sections_go_and_others_stay() {
        let module = [HEADER, &[0, 3, 1, b'n', 9], &[1, 1, 0], &[0, 2, 1, b'p']].concat();
        assert_eq!(custom_sections(&module), Ok([HEADER, &[1, 1, 0]].concat()));
    }

    #[test]
    fn a_cut_file_is_an_error() {
        assert!(custom_sections(&[HEADER, &[1, 9, 0]].concat()).is_err());
        assert!(custom_sections(&[HEADER, &[1, 0x80]].concat()).is_err());
        assert!(custom_sections(b"<!doctype html>").is_err());
    }
}
