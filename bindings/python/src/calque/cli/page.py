"""HTML pages of one file: no script is needed, nothing is loaded from elsewhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from html import escape

from ..checks import RULES, SEVERITIES, Finding

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #dfe4ea;
  --paper: #ffffff; --card: #f6f8fa; --error: #b3261e; --warning: #8a5a00;
  --note: #0b6bcb; --done: #1a7f4b; --same: #d9a400; --track: #e3e8ee; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #9aa6b5;
  --line: #2d3642; --paper: #12171e; --card: #1a212b; --error: #ff8a80;
  --warning: #f2bd5c; --note: #7cb8ff; --done: #3fbf7f; --same: #c99a1e;
  --track: #2a333f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-inline-size: 68rem; margin-inline: auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p.lead { color: var(--soft); margin: 0 0 1.5rem; }
table { inline-size: 100%; border-collapse: collapse; }
th, td { text-align: start; padding: .45rem .6rem; vertical-align: top;
  border-block-end: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .85rem; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums;
  white-space: nowrap; }
code, td.key { font: .85em/1.5 ui-monospace, "Cascadia Code", Menlo, monospace;
  overflow-wrap: anywhere; }
td > code { white-space: nowrap; } td.key + td { min-inline-size: 14rem; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0;
  background: var(--card); overflow-x: auto; }
summary { cursor: pointer; padding: .6rem .9rem; font-weight: 600; }
details > table { background: var(--paper); }
.count { color: var(--soft); font-weight: 400; margin-inline-start: .6rem; }
td.number, p.lead { unicode-bidi: plaintext; }
[dir=rtl] td.number { text-align: left; } [dir=rtl] p.lead { text-align: right; }
.error { color: var(--error); } .warning { color: var(--warning); }
.note { color: var(--note); }
.bar { display: flex; block-size: .7rem; border-radius: .35rem; overflow: hidden;
  background: var(--track); min-inline-size: 8rem; margin-block: .4rem; }
.bar .done { background: var(--done); } .bar .same { background: var(--same); }
.legend { display: flex; flex-wrap: wrap; gap: 1.25rem; color: var(--soft);
  margin: 0 0 1rem; font-size: .9rem; }
.legend i { display: inline-block; inline-size: .8rem; block-size: .8rem;
  border-radius: .2rem; margin-inline-end: .4rem; vertical-align: -.05rem; }
"""
_MOST = 500


def page(title: str, body: str, language: str = "en", direction: str = "ltr") -> str:
    """A whole page."""
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}" dir="{direction}">\n'
        '<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def findings_page(findings: list[Finding], summary: str) -> str:
    """The findings by language, the worst first."""
    languages: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        languages[finding.language].append(finding)
    rules = Counter((finding.rule, finding.severity) for finding in findings)
    body = [f'<h1>Findings</h1>\n<p class="lead">{escape(summary)}</p>\n']
    if rules:
        body.append("<table>\n<tr><th>Rule<th>Severity<th>About")
        body.append('<th class="number">Findings</tr>\n')
        for (rule, severity), count in sorted(
            rules.items(), key=lambda item: (_rank(item[0][1]), -item[1])
        ):
            body.append(
                f'<tr><td><code>{rule}</code><td class="{severity}">{severity}'
                f'<td>{escape(RULES[rule].title)}<td class="number">{count:,}</tr>\n'
            )
        body.append("</table>\n<h2>Languages</h2>\n")
    for language in sorted(languages):
        body.append(_language(language, languages[language]))
    return page("Findings in catalogs", "".join(body))


def _language(language: str, findings: list[Finding]) -> str:
    counted = Counter(finding.severity for finding in findings)
    told = ", ".join(
        f"{counted[severity]:,} {severity}{'' if counted[severity] == 1 else 's'}"
        for severity in reversed(SEVERITIES)
        if counted[severity]
    )
    # A page of a hundred thousand rows is of no use.
    shown = sorted(findings, key=lambda finding: _rank(finding.severity))[:_MOST]
    rows = "".join(
        f'<tr><td class="{f.severity}">{f.severity}<td><code>{f.rule}</code>'
        f'<td class="key" dir="auto">{escape(f.key)}<td dir="auto">{escape(f.message)}'
        f'<td class="number">{f.line}:{f.column}</tr>\n'
        for f in shown
    )
    left = len(findings) - len(shown)
    more = f'<tr><td colspan="5">and {left:,} more</tr>\n' if left else ""
    opened = " open" if counted["error"] else ""
    return (
        f"<details{opened}><summary>{escape(language)}"
        f'<span class="count">{told}</span></summary>\n<table>\n'
        "<tr><th>Severity<th>Rule<th>Key<th>Message"
        f'<th class="number">Place</tr>\n{rows}{more}</table></details>\n'
    )


def _rank(severity: str) -> int:
    return -SEVERITIES.index(severity)
