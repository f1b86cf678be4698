"""bm25s is loaded without packages that it uses only if they happen to be there."""

import subprocess
import sys

from scipy import sparse


def test_scipy_is_not_loaded_and_stays_importable() -> None:
    program = "import sys, ctx_lsp.lexical.segment; print('scipy' in sys.modules); import scipy.sparse, numpy"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert sparse.__name__ == "scipy.sparse"  # it is installed here
    assert done.stdout.strip() == "False"
