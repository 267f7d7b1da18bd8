//! Dates of services: parses `2026-01-02T03:04:05Z` and variants, and formats them for display (9.26,
//! docs/spec/services.md B5). Everything is in UTC, and the caller adds the user's time zone.

use alloc::string::String;

const DAY_MS: u64 = 86_400_000;
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A calendar day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    /// 2026
    pub year: u64,
    /// 1 to 12
    pub month: u64,
    /// 1 to 31
    pub day: u64,
}

/// Parses an ISO 8601 text to milliseconds since 1970. `None` for any other text, and for a time before 1970.
#[must_use]
pub fn parse(text: &str) -> Option<u64> {
    let digits = |from: usize, to: usize| -> Option<u64> {
        let part = text.get(from..to)?;
        part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok()).flatten()
    };
    let marks = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")];
    if marks.iter().any(|(at, mark)| text.get(*at..at + 1) != Some(mark)) {
        return None;
    }
    let (year, month, day) = (digits(0, 4)?, digits(5, 7)?, digits(8, 10)?);
    let (hour, minute, second) = (digits(11, 13)?, digits(14, 16)?, digits(17, 19)?);
    if year < 1970
        || !(1..=12).contains(&month)
        || !(1..=31).contains(&day)
        || hour > 23
        || minute > 59
        || second > 60
    {
        return None;
    }
    let mut rest = text.get(19..)?;
    let mut ms = 0;
    if let Some(fraction) = rest.strip_prefix('.') {
        let end = fraction.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(fraction.len());
        let first = fraction.get(..end.min(3))?;
        ms = first.parse::<u64>().ok()? * 10u64.pow(3 - u32::try_from(first.len()).ok()?);
        rest = fraction.get(end..)?;
    }
    let shift_ms = match rest {
        "Z" | "z" | "" => 0,
        _ => {
            let sign = if rest.starts_with('-') { 1 } else { -1 };
            let (hours, minutes) = rest.strip_prefix(['+', '-'])?.split_once(':')?;
            let two = |part: &str| -> Option<i64> {
                (part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit()))
                    .then(|| part.parse().ok())
                    .flatten()
            };
            let (hours, minutes) = (two(hours).filter(|h| *h < 24)?, two(minutes).filter(|m| *m < 60)?);
            sign * (hours * 60 + minutes) * 60_000
        }
    };
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second;
    u64::try_from(i64::try_from(seconds * 1_000 + ms).ok()? + shift_ms).ok()
}

/// The days since 1970-01-01. The year starts in March, so the leap day is its last one.
fn days(year: u64, month: u64, day: u64) -> u64 {
    let (y, m) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + day - 719_469
}

/// The day of a time.
#[must_use]
pub fn day(ms: u64) -> Day {
    let z = ms / DAY_MS + 719_468;
    let era = z / 146_097;
    let of_era = z % 146_097;
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let m = (5 * of_year + 2) / 153;
    let day = of_year - (153 * m + 2) / 5 + 1;
    let month = if m < 10 { m + 3 } else { m - 9 };
    Day { year: year_of_era + era * 400 + u64::from(month <= 2), month, day }
}

fn name(month: u64) -> &'static str {
    usize::try_from(month)
        .ok()
        .and_then(|month| MONTHS.get(month.wrapping_sub(1)))
        .copied()
        .unwrap_or_default()
}

/// Formats a time in ISO 8601, for reports.
#[must_use]
pub fn iso(ms: u64) -> String {
    let Day { year, month, day } = day(ms);
    let s = ms % DAY_MS / 1_000;
    let (hour, minute, second, rest) = (s / 3_600, s / 60 % 60, s % 60, ms % 1_000);
    alloc::format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{rest:03}Z")
}

/// Formats seconds since 1970 as "2026-01-02 03:04 UTC". `None` for zero, and for a time after the year 9999.
#[must_use]
pub fn utc_minute(seconds: u64) -> Option<String> {
    let iso = (1..253_402_300_800).contains(&seconds).then(|| iso(seconds * 1_000))?;
    Some([iso.get(..10)?, " ", iso.get(11..16)?, " UTC"].concat())
}

/// Formats a date, "02 Jan".
#[must_use]
pub fn short(ms: u64) -> String {
    let Day { month, day, .. } = day(ms);
    alloc::format!("{day:02} {}", name(month).get(..3).unwrap_or_default())
}

/// Formats a date and time, "02 Jan 2026, 14:05".
#[must_use]
pub fn moment(ms: u64) -> String {
    let minutes = ms % DAY_MS / 60_000;
    alloc::format!("{} {}, {:02}:{:02}", short(ms), day(ms).year, minutes / 60, minutes % 60)
}

/// The month without the year in the current year, otherwise with it.
#[must_use]
pub fn month_title(ms: u64, now_ms: u64) -> String {
    let (then, now) = (day(ms), day(now_ms));
    if then.year == now.year {
        name(then.month).into()
    } else {
        alloc::format!("{} {}", name(then.month), then.year)
    }
}

/// How long ago a time was, in short form (9.26), without "ago".
#[must_use]
pub fn relative(ms: u64, now_ms: u64) -> String {
    let seconds = now_ms.saturating_sub(ms) / 1_000;
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400);
    match seconds {
        0..=44 => alloc::format!("{seconds} sec"),
        45..=89 => "1 min".into(),
        _ if minutes <= 44 => alloc::format!("{minutes} min"),
        _ if minutes <= 89 => "1 hr".into(),
        _ if hours <= 21 => alloc::format!("{} hrs", hours.max(2)),
        _ if hours <= 35 => "1 d".into(),
        _ if days <= 25 => alloc::format!("{} d", days.max(2)),
        _ if days <= 45 => "1 mo".into(),
        _ if days <= 304 => alloc::format!("{} mo", ((days + 15) / 30).max(2)),
        _ if days <= 517 => "1 yr".into(),
        _ => alloc::format!("{} yr", ((days + 182) / 365).max(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_dates_and_formats_their_day() {
        for (text, ms) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2026-01-02T03:04:05Z", 1_767_323_045_000),
            ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
            ("2024-02-29T23:59:59.9", 1_709_251_199_900),
            ("2026-01-02T03:04:05.123456+02:00", 1_767_315_845_123),
            ("2026-01-02T03:04:05-00:30", 1_767_324_845_000),
        ] {
            assert_eq!(parse(text), Some(ms), "{text}");
        }
        for bad in [
            "",
            "2026",
            "2026-13-01T00:00:00Z",
            "2026-01-01 00:00:00",
            "1969-12-31T23:59:59Z",
            "２０２６-01-01T00:00:00Z",
            "2026-01-01T00:00:00+",
            "2026-01-01T00:00:00+99999999999999999999:00",
            "2026-01-01T00:00:00+9223372036854775807:59",
            "2026-01-01T00:00:00+24:00",
            "2026-01-01T00:00:00+00:60",
            "2026-01-01T00:00:00+-1:00",
        ] {
            assert_eq!(parse(bad), None, "{bad}");
        }
        for year in [1970, 1999, 2000, 2023, 2024, 2100] {
            for month in 1..=12 {
                for of_month in [1, 15, 28] {
                    let ms = days(year, month, of_month) * DAY_MS;
                    assert_eq!(day(ms + 1), Day { year, month, day: of_month });
                }
            }
        }
        assert_eq!(iso(1_767_323_045_006), "2026-01-02T03:04:05.006Z");
        assert_eq!(short(1_767_323_045_000), "02 Jan");
        assert_eq!(moment(1_767_323_045_000), "02 Jan 2026, 03:04");
        assert_eq!(month_title(1_767_323_045_000, 1_767_400_000_000), "January");
        assert_eq!(month_title(1_709_251_199_999, 1_767_400_000_000), "February 2024");
    }

    // req: 9.26
    #[test]
    fn formats_relative_times_briefly() {
        let (sec, min, hr, d) = (1, 60, 3_600, 86_400);
        for (seconds, text) in [
            (0, "0 sec"),
            (44 * sec, "44 sec"),
            (45, "1 min"),
            (89, "1 min"),
            (90, "1 min"),
            (119, "1 min"),
            (120, "2 min"),
            (5 * min, "5 min"),
            (44 * min, "44 min"),
            (45 * min, "1 hr"),
            (89 * min, "1 hr"),
            (90 * min, "2 hrs"),
            (3 * hr, "3 hrs"),
            (21 * hr, "21 hrs"),
            (22 * hr, "1 d"),
            (35 * hr, "1 d"),
            (36 * hr, "2 d"),
            (25 * d, "25 d"),
            (26 * d, "1 mo"),
            (45 * d, "1 mo"),
            (61 * d, "2 mo"),
            (300 * d, "10 mo"),
            (320 * d, "1 yr"),
            (500 * d, "1 yr"),
            (800 * d, "2 yr"),
            (912 * d, "2 yr"),
            (913 * d, "3 yr"),
        ] {
            assert_eq!(relative(1_700_000_000_000, 1_700_000_000_000 + seconds * 1_000), text, "{seconds}");
        }
        assert_eq!(relative(2_000, 1_000), "0 sec", "a clock that is ahead of ours");
    }
}
