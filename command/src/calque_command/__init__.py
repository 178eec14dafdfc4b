"""The command `calque`, in three layers on the package `calque`.

`checks` has the rules, `exchange` the file formats, `cli` the subcommands. Each
imports only those before it.
"""
