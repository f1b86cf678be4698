"""`python -m tests.sharing.serve`: a real PostgreSQL with a published package, for tests of editors.

Its URL is the first line of the output. The server ends when the standard input is closed.
"""

import sys
import tempfile
from pathlib import Path

from ctx_lsp.published.model import Audience
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.sharing.database import migrate
from ctx_lsp.sharing.schema import REPOSITORIES
from ctx_lsp.workspace import publish_repository
from tests.sharing.conftest import running_server
from tests.workspace.opening import opened

PACKAGE = {
    "pyproject.toml": '[project]\nname = "acme-parcels"\nversion = "1.4.0"\n',
    "parcels/__init__.py": "from parcels.route import send_parcel as send_parcel\n",
    "parcels/route.py": '"""Routes of vans."""\n\n\ndef send_parcel(parcel, van):\n'
    '    """Put a parcel into the van that leaves next."""\n    van.load(parcel)\n',
}  # fmt: skip


def main() -> None:
    """Publish the package as `acme/parcels`, and serve it."""
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-published-") as folder, running_server() as server:
        url = server.get_uri()
        root = Path(folder) / "parcels"
        for path, text in PACKAGE.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, "utf-8")
        migrate(url, REPOSITORIES)
        cache = CacheSettings(directory=str(Path(folder) / "cache"))
        with opened(root, Settings(cache=cache, model=ModelSettings(embedding="none"))) as workspace:
            publish_repository(workspace.analysis().result(), root, url, "acme/parcels", Audience(), with_text=True)
        print(url, flush=True)  # noqa: T201 - what the caller reads
        sys.stdin.read()


if __name__ == "__main__":
    main()
