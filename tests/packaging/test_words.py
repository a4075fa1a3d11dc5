"""The collected sentences are those of the sources, and translations fit them."""

import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

import hatch_build
from tests.packaging.tree import ROOT

LOCALE = ROOT / hatch_build.LOCALE
POT = LOCALE / "ratskeller.pot"
TRANSLATIONS = sorted(LOCALE.glob("*/LC_MESSAGES/ratskeller.po"))


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def parts(sentence: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def forms(message: Message) -> tuple[list[str], list[str]]:
    """A message's English sentences and its translations, singular and plural alike."""
    english, texts = ([text] if isinstance(text, str) else list(text or ()) for text in (message.id, message.string))
    return english, [text for text in texts if text]


def sentences(path: Path) -> list[Message]:
    return [message for message in catalogue(path) if message.id]


def test_every_sentence_of_the_sources_is_collected_and_no_other() -> None:
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    found = {
        message for _, _, message, _, _ in extract_from_dir(ROOT / "src/ratskeller", methods, options, DEFAULT_KEYWORDS)
    }
    collected = {message.id for message in sentences(POT)}
    assert {str(message) for message in found ^ collected} == set(), "run: make words"


def test_sentences_are_whole_and_their_parts_have_names() -> None:
    nameless = [
        text for message in sentences(POT) for text in forms(message)[0] if not all(map(str.isidentifier, parts(text)))
    ]
    assert nameless == []


@pytest.mark.parametrize("po", [POT, *TRANSLATIONS], ids=lambda po: po.relative_to(LOCALE).parts[0])
def test_translation_has_the_same_named_parts(po: Path) -> None:
    for message in sentences(po):
        english, texts = forms(message)
        for text in texts:
            assert parts(text) <= set().union(*map(parts, english)), text
