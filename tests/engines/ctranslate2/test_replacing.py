"""A model that replaces another: at no moment is there none, whenever the command is killed."""

from __future__ import annotations

import threading
from pathlib import Path

from dragoman.engines.ctranslate2.adding.replacing import replace_folder


def _folder(path: Path, content: str) -> Path:
    path.mkdir()
    (path / "content").write_text(content)
    return path


def test_one_of_the_two_is_always_there(tmp_path: Path) -> None:
    old, new = _folder(tmp_path / "old", "0"), tmp_path / "new"
    missing: list[int] = []
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            if not old.exists():
                missing.append(1)

    looking = threading.Thread(target=look)
    looking.start()
    for number in range(1, 300):
        _folder(new, str(number))
        replace_folder(new, old, aside=tmp_path / "aside")
        assert (old / "content").read_text() == str(number)
        assert (new / "content").read_text() == str(number - 1)
        (new / "content").unlink()
        new.rmdir()
    done.set()
    looking.join()
    assert missing == []
