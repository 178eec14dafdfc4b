"""`calque completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command(
    epilog="""\b
Examples:
  calque completion bash > ~/.local/share/bash-completion/completions/calque
  calque completion zsh > ~/.zfunc/_calque
  calque completion fish > ~/.config/fish/completions/calque.fish
"""
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a shell."""
    make = get_completion_class(shell)
    root = ctx.find_root().command
    if make is not None:
        click.echo(make(root, {}, "calque", "_CALQUE_COMPLETE").source())
