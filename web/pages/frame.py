"""What all pages share: the style, the script, the head line, the way past it for keyboards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

from nicegui import ui
from nicegui.element import Element

from mmagents.interfaces.texts.catalogue import language_name, page_languages
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.showing.html.markup import bdi, text
from mmagents.web.pages.parts import Pane


@cache
def asset(name: str) -> str:
    """Return a file that comes with the pages."""
    return (files("mmagents.web") / "static" / name).read_text("utf-8")


@contextmanager
def frame(title: str, lang: str, *, back: bool = False, subtitle: str = "") -> Iterator[Element]:
    """Lay a page; what is made inside the block stands below its head line.

    Args:
        title: of the page; words of the story.
        lang: the page's language.
        back: whether there is a way to the hall.
        subtitle: whose page it is.
    """
    ui.page_title(title[:120])
    ui.add_head_html(f"<style>{asset('style.css')}</style><script>{asset('page.js')}</script>")
    lost = json.dumps([say(lang, "line-lost"), say(lang, "line-again")])
    ui.run_javascript(f"mm.speak('{lang}', {lost})")
    way = f'<a href="/">{text(lang, "hall")}</a>' if back else ""
    with ui.element("div").classes("page") as page:
        Pane("header", "top").show(
            f'<a class="skip" href="#talk">{text(lang, "skip")}</a>'
            f"<h1>{bdi(title, 160)}</h1><nav>{way}<span class=dim>{bdi(subtitle, 160)}</span>"
            f"{_languages(lang)}"
            f'<button type="button" class="plain" data-do="theme">{text(lang, "theme")}'
            "</button></nav>"
        )
        yield page


def _languages(lang: str) -> str:
    """Return the ways to the same page in other languages."""
    label = text(lang, "page-language")
    return "".join(
        f'<a href="?lang={other}" lang="{other}" hreflang="{other}" '
        f'aria-label="{label}: {language_name(other)}">{language_name(other)}</a>'
        for other in page_languages()
        if other != lang
    )
