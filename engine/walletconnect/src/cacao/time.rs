//! Parses the times of a sign-in (RFC 3339).

/// Converts `2026-01-02T03:04:05.678Z` to milliseconds since 1970. Accepts any fraction, and an offset instead of Z.
pub(super) fn read_ms(text: &str) -> Option<i64> {
    let number = |from: usize, to: usize| -> Option<i64> {
        let digits = text.get(from..to)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let sign = |at: usize, allowed: &[u8]| text.as_bytes().get(at).is_some_and(|byte| allowed.contains(byte));
    let marks = sign(4, b"-") && sign(7, b"-") && sign(10, b"Tt ") && sign(13, b":") && sign(16, b":");
    marks.then_some(())?;
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    // a leap second equals the second after it
    let fits = (1..=12).contains(&month)
        && (1..=days_of(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second <= 60;
    fits.then_some(())?;
    let rest = text.get(19..)?;
    let (fraction_ms, zone) = fraction(rest)?;
    let offset_minutes = offset(zone)?;
    let minutes = (days_before(year, month, day) * 24 + hour) * 60 + minute - offset_minutes;
    Some((minutes * 60 + second) * 1_000 + fraction_ms)
}

/// The fraction of a second in milliseconds, and the rest of the text.
fn fraction(rest: &str) -> Option<(i64, &str)> {
    let Some(digits) = rest.strip_prefix('.') else { return Some((0, rest)) };
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).filter(|end| *end > 0)?;
    let (digits, zone) = digits.split_at(end);
    let ms =
        digits.bytes().chain([b'0', b'0']).take(3).fold(0, |ms, digit| ms * 10 + i64::from(digit - b'0'));
    Some((ms, zone))
}

/// The offset of a time zone in minutes east of UTC.
fn offset(zone: &str) -> Option<i64> {
    if matches!(zone, "Z" | "z") {
        return Some(0);
    }
    let (sign, rest) = match zone.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    let two = |text: &str, limit: i64| -> Option<i64> {
        let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok())?.filter(|number| *number < limit)
    };
    Some(sign * (two(hours, 24)? * 60 + two(minutes, 60)?))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days since 1970-01-01, negative before.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let past = year - 1;
    let years = past * 365 + past / 4 - past / 100 + past / 400 - 719_162;
    let months: i64 = (1..month).map(|month| days_of(year, month)).sum();
    years + months + day - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_times_to_the_millisecond() {
        for (text, ms) in [
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59.999Z", -1),
            ("2026-01-02T03:04:05.678Z", 1_767_323_045_678),
            ("2026-01-02T03:04:05.6789999z", 1_767_323_045_678),
            ("2026-01-02T03:04:05.6Z", 1_767_323_045_600),
            ("2026-01-02 05:34:05+02:30", 1_767_323_045_000),
            ("2026-01-01T22:04:05-05:00", 1_767_323_045_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ] {
            assert_eq!(read_ms(text), Some(ms), "{text}");
        }
    }

    #[test]
    fn rejects_malformed_times() {
        for text in [
            "",
            "2026-01-02",
            "2026-01-02T03:04:05",
            "2026-01-02T03:04:05.Z",
            "2026-01-02T03:04:05.6",
            "2026-13-02T03:04:05Z",
            "2026-02-29T03:04:05Z",
            "1900-02-29T03:04:05Z",
            "2026-01-00T03:04:05Z",
            "2026-01-02T24:04:05Z",
            "2026-01-02T03:60:05Z",
            "2026-01-02T03:04:61Z",
            "2026-01-02T03:04:05+2:00",
            "2026-01-02T03:04:05+24:00",
            "2026-01-02T03:04:05+-1:00",
            "2026-01-02T03:04:05ZZ",
            "2026-01-02T03:04:05é",
            "+026-01-02T03:04:05Z",
            "2026_01-02T03:04:05Z",
            "é026-01-02T03:04:05Z",
        ] {
            assert_eq!(read_ms(text), None, "{text}");
        }
    }
}
