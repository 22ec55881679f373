"""OmegaT, as Debian has it, uses an export as a glossary: its own reader opens the file."""

from __future__ import annotations

import datetime as dt
import shutil
import subprocess
from pathlib import Path

import pytest

from dragoman.termbases.model import Concept, Gender, PartOfSpeech, Term, TermMatching, TermStatus, TermType
from dragoman.termbases.tbx import TbxVersion, write_tbx

PROGRAM = Path(__file__).with_name("OmegaTGlossary.java")
ARCHIVE = Path("/usr/share/omegat/OmegaT.jar")
JAVA = shutil.which("java")
COMMAND = (str(JAVA), "-Djava.awt.headless=true", "-cp", str(ARCHIVE))

pytestmark = pytest.mark.skipif(
    not (JAVA and shutil.which("javac") and ARCHIVE.exists()), reason="needs OmegaT and a Java compiler"
)

CONCEPTS = [
    Concept(
        id="P-7",
        definition="Keeps dust out\nof printers",
        domain="printers",
        note="Ask Ann",
        created=dt.date(2020, 1, 1),
        changed=dt.date(2021, 1, 1),
        terms=(
            Term(language="de", text="Deckel", status=TermStatus.PREFERRED, gender=Gender.MASCULINE),
            Term(language="de", text="Klappe", status=TermStatus.FORBIDDEN, note="Not any more"),
            Term(
                language="en",
                text="cover",
                match=TermMatching.STEM,
                forms=("covers",),
                example="Close the cover",
            ),
        ),
    ),
    Concept(
        id="brand",
        do_not_translate=True,
        terms=(
            Term(language="de-AT", text="A < B & „C“", part_of_speech=PartOfSpeech.PROPER_NOUN),
            Term(language="en-GB", text="A < B & “C”", type=TermType.ACRONYM, case_sensitive=True),
        ),
    ),
    Concept(
        id="odd signs",
        terms=(
            Term(language="de", text="漢字 𝒳 🙂"),
            Term(language="en", text="कि أ \u05e9\u05b8"),
            Term(language="fr", text="autre"),
        ),
    ),
]
SEEN = [
    ("cover", "Deckel", "Keeps dust out"),
    ("cover", "Klappe", "deprecatedTerm-admn-sts"),
    ("A < B & “C”", "A < B & „C“", ""),
    ("कि أ \u05e9\u05b8", "漢字 𝒳 🙂", ""),
]


@pytest.mark.slow
def test_version_2_is_a_glossary_of_omegat(tmp_path: Path) -> None:
    file = tmp_path / "terms.tbx"
    file.write_bytes(b"".join(write_tbx(CONCEPTS, title="Printers & more", version=TbxVersion.TWO)))
    done = subprocess.run(
        [*COMMAND, f"-Duser.home={tmp_path}", str(PROGRAM), str(file), "en", "de"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert [(row[0], row[1]) for row in rows] == [(source, target) for source, target, _ in SEEN]
    assert all(comment in row[2] for row, (_, _, comment) in zip(rows, SEEN, strict=True))
