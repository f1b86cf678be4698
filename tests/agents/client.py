"""An agent as a program, for the tests of the editors: `python -m tests.agents.client FOLDER`.

It asks `context` each question that it reads as a line, and prints the structured answer as a line of JSON. A line
`note SYMBOL TITLE` proposes a note instead, and `symbol NAME` asks about a symbol; an error is `{"error": TEXT}`.
"""

import asyncio
import json
import sys
from pathlib import Path

from tests.agents.conftest import agent_in


async def _answer_questions(folder: Path) -> None:
    async with agent_in(folder, name="scripted") as agent:
        while question := await asyncio.to_thread(sys.stdin.readline):
            if question.startswith("note "):
                _, symbol, title = question.strip().split(" ", 2)
                data = await agent.data("check", note="gotcha", text=title, about=[symbol])
            elif question.startswith("symbol "):
                about = {"symbol": question.removeprefix("symbol ").strip(), "since": "none"}
                answer = await agent.client.call_tool("context", about)
                data = {"error": str(answer.content)} if answer.is_error else answer.structured_content
            else:
                data = await agent.data("context", question=question.strip(), since="none")
            sys.stdout.write(json.dumps(data) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_answer_questions(Path(sys.argv[1])))
