"""`calque rules`."""

from __future__ import annotations

import click

from ..checks import RULES


@click.command(epilog="\b\nExamples:\n  calque rules\n  calque rules plural-missing\n")
@click.argument("rule", required=False)
def rules(rule: str | None) -> None:
    """List the rules of `calque check`, or show the page of one."""
    if rule is None:
        for known in RULES.values():
            click.echo(f"{known.id:<22} {known.severity:<8} {known.title}")
        return
    if rule not in RULES:
        raise click.UsageError(f"there is no rule {rule!r}; calque rules lists them")
    found = RULES[rule]
    click.echo(f"{found.id} ({found.severity})\n\n{found.title}.\n")
    click.echo(click.wrap_text(found.page, 78))
    click.echo(f"\nExample: {found.example}")
    if found.fix:
        click.echo(f"calque check --fix {found.fix}.")
