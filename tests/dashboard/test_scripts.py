"""Scripts are served without comments and indentation, and say the same as their files."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence

from dragoman.dashboard.page.assets import load_assets
from scripts.setup.browser_files import find_node
from scripts.setup.project import ROOT
from tests.waiting import CEILING

STATIC = ROOT / "src/dragoman/dashboard/static"
# The words of scripts as the compiler of TypeScript reads them: the leaves of their syntax trees.
WORDS = """
const ts = require(process.argv[1] + "/node_modules/typescript");
const words = (text) => {
  const file = ts.createSourceFile("a.js", text, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS);
  if (file.parseDiagnostics.length > 0) throw new Error(file.parseDiagnostics[0].messageText);
  const found = [];
  const visit = (node) => {
    const inner = node.getChildren(file).filter((one) => !ts.isJSDoc(one));
    if (inner.length === 0) found.push([node.kind, node.getText(file)]);
    inner.forEach(visit);
  };
  visit(file);
  return found;
};
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map(words)));
"""


def words_of(texts: Sequence[str]) -> list[list[tuple[int, str]]]:
    done = subprocess.run(
        [find_node(), "-e", WORDS, str(ROOT)],
        input=json.dumps(texts), capture_output=True, text=True, timeout=CEILING, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    read: list[list[tuple[int, str]]] = json.loads(done.stdout)
    return read


def test_a_script_is_served_shorter_and_with_every_word_of_its_file() -> None:
    paths = sorted(STATIC.rglob("*.js"))
    written = [path.read_text(encoding="utf-8") for path in paths]
    files = load_assets().files
    served = [files[path.relative_to(STATIC).as_posix()].content.decode() for path in paths]
    assert len(paths) > 30
    assert sum(map(len, served)) < 0.8 * sum(map(len, written))
    for path, text, expected, found in zip(paths, served, words_of(written), words_of(served), strict=True):
        assert "/**" not in text, path
        assert found == expected, path
