"""`calque rules`."""

from __future__ import annotations

import click

from ..checks import RULES


@click.command(epilog="\b\nExamples:\n  calque rules\n  calque rules plural-missing\n")
@click.argument("rule", required=False)
def command(rule: str | None) -> None:
    """List the rules of `calque check`, or show the page of one."""
    if rule is None:
        for known in RULES.values():
            click.echo(f"{known.id:<22} {known.severity:<8} {known.title}")
        return
    if rule not in RULES:
        raise click.UsageError(f"there is no rule {rule!r}; calque rules lists them")
    told = RULES[rule]
    click.echo(f"{told.id} ({told.severity})\n\n{told.title}.\n")
    click.echo(click.wrap_text(told.page, 78))
    click.echo(f"\nExample: {told.example}")
    if told.fix:
        click.echo(f"calque check --fix {told.fix}.")
