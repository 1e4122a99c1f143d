"""docs/words.md has the definition of every concept, word for word as in its file."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONCEPTS = ROOT / "crates/concepts/src"


def definitions():
    """The definition of every concept: the first paragraph of the comment at the head of its file."""
    found = {}
    for file in sorted(CONCEPTS.rglob("*.rs")):
        text = file.read_text()
        name = re.search(r'Concept = Concept \{\s+name: "([\w-]+)"', text)
        if name is None:
            continue
        comment = "\n".join(line[3:].strip() for line in text.split("\n\n", 1)[0].splitlines() if line.startswith("//!"))
        found[name[1]] = " ".join(comment.split("\n\n")[0].split())
    return found


def rows():
    """The rows of the table in docs/words.md."""
    return "\n".join(f"| `{name}` | {text} |" for name, text in sorted(definitions().items()))


def test_every_concept_is_defined_for_people():
    words = (ROOT / "docs/words.md").read_text()
    missing = [row for row in rows().splitlines() if row not in words]
    assert not missing, "docs/words.md lacks these rows:\n" + "\n".join(missing)
    names = set(re.findall(r"(?m)^\| `([\w-]+)` \|", words))
    assert names == set(definitions()), "docs/words.md has words that no file defines"


def test_there_are_many_kinds_of_claims():
    claims = (ROOT / "crates/explain/src/facts/claims/claim.rs").read_text()
    others = set(re.findall(r'=> "([a-z-]+)",', claims))
    assert len(others | set(definitions())) >= 45
