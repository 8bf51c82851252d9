import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS))


@pytest.fixture(scope="session")
def models() -> Path:
    """The folder of the models that the repository ships."""
    return SCRIPTS.parents[1] / "models" / "sample"
