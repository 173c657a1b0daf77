"""The table as HTML: seats in a ring, bids as bars, designations as arrows, the rule in words."""

from __future__ import annotations

from math import atan2, cos, pi, sin

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.showing.faces import Face, Faces
from mmagents.showing.html.markup import bdi, text, words
from mmagents.showing.scene import Scene

WIDTH, HEIGHT = 100.0, 64.0
"""Of the drawing, in units of its own."""
ACROSS, DOWN = 38.5, 24.5
"""Half axes of the ellipse on which the seats stand."""
HALF = (13.0, 7.6)
"""Half the width and height of a seat's card, and a little air: there arrows begin and end."""

MANY = 6
"""More seats than these stand closer, with smaller cards."""


def place(number: int, of: int) -> tuple[float, float]:
    """Return where seat `number` of `of` stands, the first at the top, then clockwise."""
    angle = 2 * pi * number / of - pi / 2
    return WIDTH / 2 + ACROSS * cos(angle), HEIGHT / 2 + DOWN * sin(angle)


def ring(scene: Scene, faces: Faces) -> str:
    """Return the table at one moment."""
    spots = {face.id: place(n, len(faces.seats)) for n, face in enumerate(faces.seats)}
    arrows = "".join(
        _arrow(spots[a], spots[b], faces.colour(a), late=n > 0)
        for n, (a, b) in enumerate(scene.arrows)
        if a in spots and b in spots
    )
    seats = "".join(_seat(face, spots[face.id], scene, faces.lang) for face in faces.seats)
    return (
        f'<div class="ring{" many" if len(faces.seats) > MANY else ""}"><div class="round">'
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" preserveAspectRatio="none" aria-hidden="true">'
        f'<ellipse cx="{WIDTH / 2:g}" cy="{HEIGHT / 2:g}" rx="{ACROSS - 8:g}" ry="{DOWN - 6:g}"/>'
        f'{arrows}</svg><ul class="seats">{seats}</ul></div>'
        f'<p class="rule" aria-live="polite">{bdi(scene.words, 240)}</p>'
        f'<p class="head">{bdi(scene.head, 120)}</p></div>'
    )


def _seat(face: Face, spot: tuple[float, float], scene: Scene, lang: str) -> str:
    x, y = spot
    marks = ["seat"]
    marks += ["lit"] if scene.speaking and scene.speaker == face.id else []
    marks += ["last"] if not scene.speaking and scene.speaker == face.id else []
    marks += ["absent"] if face.id in scene.absent else []
    marks += ["asked"] if face.id in scene.asked else []
    said = f'<span class="sr">{text(lang, "speaks")}</span>' if "lit" in marks else ""
    return (
        f'<li class="{" ".join(marks)}" data-seat="{words(face.id)}" '
        f'style="left:{x / WIDTH:.2%};top:{y / HEIGHT:.2%};--c:var(--s{face.colour})">'
        f'<b title="{words(face.name, 120)}">{bdi(face.call, 40)}</b>{said}'
        f'<span class="role">{bdi(face.role, 60)}</span>{_bar(face.id, scene, lang)}</li>'
    )


def _bar(seat: str, scene: Scene, lang: str) -> str:
    if seat not in scene.bids:
        return '<span class="bid empty"><i></i></span>'
    bid = scene.bids[seat]
    if bid is None:
        told = say(lang, "thought")
        return f'<span class="bid done"><i></i><span class="sr">{words(told)}</span></span>'
    wants = bid["action"] == "speak"
    told = say(lang, "wants" if wants else "listens", n=bid["importance"])
    return (
        f'<span class="bid{"" if wants else " listen"}" title="{words(told)}">'
        f'<i style="width:{bid["importance"] / 9:.0%}"></i>'
        f'<em aria-hidden="true">{bid["importance"]}</em>'
        f'<span class="sr">{words(told)}</span></span>'
    )


def _arrow(a: tuple[float, float], b: tuple[float, float], colour: str, *, late: bool) -> str:
    """Return an arrow from near one seat to near another, bent towards the middle of the table."""
    bent = ((a[0] + b[0]) / 2 * 0.72 + WIDTH * 0.14, (a[1] + b[1]) / 2 * 0.72 + HEIGHT * 0.14)
    start, end = _edge(a, bent), _edge(b, bent)
    angle = _angle(bent, end)
    head = " ".join(
        f"{end[0] - 2.6 * cos(angle + turn):.2f},{end[1] - 2.6 * sin(angle + turn):.2f}"
        for turn in (-0.45, 0.45)
    )
    return (
        f'<g class="arrow{" late" if late else ""}" style="color:{colour}">'
        f'<path d="M{start[0]:.2f} {start[1]:.2f} Q{bent[0]:.2f} {bent[1]:.2f} '
        f'{end[0]:.2f} {end[1]:.2f}"/>'
        f'<polygon points="{end[0]:.2f},{end[1]:.2f} {head}"/></g>'
    )


def _edge(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Return where the line from the middle of the card at `a` to `b` leaves the card."""
    across, down = b[0] - a[0], b[1] - a[1]
    shares = [
        half / abs(length) for half, length in zip(HALF, (across, down), strict=True) if length
    ]
    share = min([*shares, 0.9])
    return a[0] + across * share, a[1] + down * share


def _angle(a: tuple[float, float], b: tuple[float, float]) -> float:
    return atan2(b[1] - a[1], b[0] - a[0])
