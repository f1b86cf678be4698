"""Run `ctx-lsp` and keep the messages of both sides: `python recorder.py FILE ARGUMENT...`.

It is started in place of the program, by a client that is tried. Each line of FILE is a message, as it was sent.
"""

import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import BinaryIO, cast


def main() -> None:
    """Pass messages on, line by line, until the client closes its end."""
    file, *arguments = sys.argv[1:]
    command = [sys.executable, "-P", "-m", "ctx_lsp", *arguments]
    with (
        Path(file).open("ab", buffering=0) as kept,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program,
    ):
        theirs, ours = cast("BinaryIO", program.stdin), cast("BinaryIO", program.stdout)
        answers = Thread(target=_pass_on, args=(ours, sys.stdout.buffer, kept))
        answers.start()
        _pass_on(sys.stdin.buffer, theirs, kept)
        theirs.close()
        answers.join()


def _pass_on(source: BinaryIO, target: BinaryIO, kept: BinaryIO) -> None:
    for line in source:
        kept.write(line)
        target.write(line)
        target.flush()


if __name__ == "__main__":
    main()
