"""The server of the Model Context Protocol, driven by the package's own client."""

import asyncio
import json
import os
import sys

import pytest
from sample_locales import PACKAGES

pytest.importorskip("mcp")


def drive(locales, calls, *options):
    """The answers of a server process to calls of tools."""
    from mcp import ClientSession, StdioServerParameters, stdio_client

    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "calque_command", "mcp", str(locales), *options],
        env={**os.environ, "PYTHONPATH": PACKAGES},
    )

    async def run():
        async with (
            stdio_client(server) as (reading, writing),
            ClientSession(reading, writing) as session,
        ):
            await session.initialize()
            tools = await session.list_tools()
            answers = []
            for name, arguments in calls:
                result = await session.call_tool(name, arguments)
                text = result.content[0].text if result.content else ""
                answers.append((result.is_error, text))
            return [tool.name for tool in tools.tools], answers

    return asyncio.run(run())


@pytest.mark.filterwarnings("ignore")
def test_tools_answer_as_the_command(locales):
    names, answers = drive(
        locales,
        [
            ("look_up", {"key": "file", "language": "pl", "values": {"count": 5}}),
            ("check", {"language": "pl", "most": 2}),
            ("list_missing", {"language": "pl"}),
            ("add_text", {"language": "pl", "key": "file_few", "text": "{{count}} p"}),
            ("add_text", {"language": "pl", "key": "menu.open", "text": "Otwórz"}),
            ("list_missing", {"language": "pl"}),
            ("add_text", {"language": "xx", "key": "a", "text": "b"}),
        ],
    )
    assert names == ["look_up", "check", "list_missing", "add_text"]
    found = [json.loads(text) for error, text in answers[:-1] if not error]
    assert len(found) == 6
    assert found[0]["text"] == "5 plików"
    assert found[1]["total"] > 2
    assert [each["severity"] for each in found[1]["findings"]] == ["error", "error"]
    missing = {each["key"]: each["message"] for each in found[2]["missing"]}
    assert "2, 3, 4" in missing["file_few"]
    assert found[3] == {"written": True, "findings": []}
    assert not found[4]["written"]
    assert found[4]["findings"][0]["rule"] == "placeholder-missing"
    assert "file_few" not in {each["key"] for each in found[5]["missing"]}
    assert answers[-1][0]
    text = (locales / "pl.json").read_text()
    assert '"file_few": "{{count}} p"' in text
    assert "Otwórz {{nazwa}}" in text


@pytest.mark.filterwarnings("ignore")
def test_a_server_that_only_reads(locales):
    names, _answers = drive(locales, [], "--read-only")
    assert "add_text" not in names
