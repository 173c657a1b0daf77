// Plays a talk in its own time: the drawings are in the page; this moves the playhead over them.
(() => {
  const id = (name) => document.getElementById(name), all = (what, from = document) => [...from.querySelectorAll(what)];
  const second = (e, name = "--s") => Number(e.style.getPropertyValue(name));
  const frames = JSON.parse(id("frames").textContent), turns = frames.filter((f) => !f.small);
  const lanes = id("lanes"), reel = lanes.querySelector(".reel"), track = lanes.querySelector(".track");
  const time = id("time"), play = id("play"), talk = id("talk"), verdict = id("verdict"), where = id("where");
  const end = Number(time.max), first = Number(lanes.dataset.first), names = [play.textContent, play.dataset.pause];
  const starts = new Map(frames.map((f) => [f.turn, f.at]));
  const pieces = [...talk.children].map((e) => ({ e, turn: Number(e.dataset.at), at: starts.get(Number(e.dataset.at)), whole: e.innerHTML, drawn: e.innerHTML }));
  const byTurn = new Map(pieces.map((piece) => [piece.turn, piece]));
  const bars = all(".bar", lanes).map((e) => ({ e, turn: Number(e.dataset.turn), from: second(e), to: second(e) + second(e, "--d"), on: false }));
  const cuts = all("button.cut", lanes).map((e) => ({ e, at: second(e), turn: e.dataset.arg, later: null }));
  const edges = bars.flatMap((bar) => all(".unit", bar.e).flatMap((u) => [bar.from + second(u), bar.from + second(u) + second(u, "--d")]));
  const moments = [...edges, end].sort((a, b) => a - b), still = matchMedia("(prefers-reduced-motion: reduce)");
  let now = 0, rate = 1, playing = false, then = 0, owed = 0, frame = null, picked = null, begun = -1, px = 0;

  const clock = (s) => `${Math.floor((s + first) / 60)}:${String(Math.floor((s + first) % 60)).padStart(2, "0")}`;
  const measure = () => { px = Number(getComputedStyle(lanes).getPropertyValue("--px")); };
  // While it plays, the words of units that are still to come are hidden.
  const unfold = (piece) => all("[data-s]", piece.e).forEach((u) => u.classList.toggle("later", playing && Number(u.dataset.s) - first > now));

  const drawFrame = (f) => {
    id("ring").innerHTML = f.ring;
    id("ledger").innerHTML = f.ledger;
    pieces.forEach((piece) => {
      const html = f.talk[piece.turn] ?? piece.whole;
      if (piece.drawn !== html) { piece.e.innerHTML = piece.drawn = html; unfold(piece); }
      piece.e.querySelector(".turn").classList.toggle("chosen", piece.turn === f.turn);
    });
  };
  const keepInSight = (f) => {
    const piece = byTurn.get(f.turn).e.getBoundingClientRect(), box = talk.getBoundingClientRect();
    if (piece.bottom > box.bottom) talk.scrollTop += piece.bottom - box.bottom + 8;
    else if (piece.top < box.top) talk.scrollTop -= box.top - piece.top + 8;
  };
  const draw = () => {
    const past = now + .001, f = picked || turns[Math.max(0, turns.findLastIndex((one) => one.at <= past))] || frames[0];
    // What has no time of its own stands at one moment with others: there a turn that was picked is the last.
    const later = (piece) => piece.at > past ? piece !== byTurn.get(f.turn) : picked && piece.at >= f.at && piece.turn > f.turn;
    const shown = pieces.filter((piece) => !later(piece)).length, moved = f !== frame || shown !== begun;
    if (f !== frame) drawFrame(f);
    if (moved) pieces.forEach((piece) => { piece.e.hidden = Boolean(later(piece)); });
    frame = f; begun = shown;
    bars.forEach((bar) => {
      const on = bar.from <= past && now < bar.to;
      if (on || bar.on) unfold(byTurn.get(bar.turn));
      if (on !== bar.on) bar.e.classList.toggle("now", bar.on = on);
    });
    cuts.forEach((cut) => { if (cut.later !== cut.at > past) cut.e.classList.toggle("later", cut.later = cut.at > past); });
    if (verdict) verdict.hidden = now < end || f !== turns.at(-1);
    lanes.style.setProperty("--t", now);
    time.value = now;
    const turn = where.dataset.said.replace("##", frames.at(-1).turn).replace("#", f.turn);
    time.setAttribute("aria-valuetext", `${clock(now)}, ${turn}`);
    where.textContent = `${clock(now)} / ${clock(end)} · ${turn}`;
    if (moved) keepInSight(f);
  };
  const pan = () => {
    const x = now * px, left = reel.scrollLeft, width = reel.clientWidth;
    if (playing && x > left + width * .7) reel.scrollLeft = x - width * .7;
    else if (x < left || x > left + width) reel.scrollLeft = x - width * .3;
  };
  const to = (s, f = null) => { now = Math.min(end, Math.max(0, s)); picked = f; owed = 0; then = performance.now(); draw(); pan(); };
  const run = (given) => {
    playing = given; then = performance.now(); owed = 0; picked = null;
    play.textContent = names[Number(playing)];
    lanes.classList.toggle("playing", playing);
    id("ledger").setAttribute("aria-live", playing ? "off" : "polite");
    if (playing && now >= end) now = 0;
    if (playing) tell(null);
    pieces.forEach(unfold);
    draw(); pan();
    if (playing) requestAnimationFrame(tick);
  };
  const tick = (stamp) => {
    if (!playing) return;
    owed += Math.max(0, stamp - then) / 1000 * rate; then = stamp;
    const next = now + owed;
    // Where little is to move, the playhead goes from one unit's edge to the next.
    const reached = still.matches ? moments.findLast((m) => m <= next) ?? now : next;
    if (reached > now) { picked = null; owed = next - reached; now = Math.min(end, reached); draw(); pan(); }
    now >= end ? run(false) : requestAnimationFrame(tick);
  };
  const tell = (turn) => {
    all(".cut-told", lanes).forEach((one) => { one.hidden = one.dataset.of !== turn; });
    cuts.forEach((cut) => cut.e.setAttribute("aria-expanded", String(cut.turn === turn)));
  };
  const step = (by) => {
    const f = turns[Math.min(turns.length - 1, Math.max(0, turns.indexOf(frame) + by))];
    to(f.at, f);
  };
  const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => to(0), End: () => to(end), " ": () => run(!playing) };

  play.addEventListener("click", () => run(!playing));
  time.addEventListener("input", () => to(Number(time.value)));
  lanes.addEventListener("click", (e) => {
    const b = e.target.closest("button");
    if (!b) return;
    if (b.dataset.rate) {
      rate = Number(b.dataset.rate);
      all("[data-rate]", lanes).forEach((one) => one.setAttribute("aria-pressed", String(one === b)));
    }
    if (b.dataset.zoom) {
      lanes.style.setProperty("--px", Math.min(80, Math.max(1, px * b.dataset.zoom)));
      measure(); reel.scrollLeft = now * px - reel.clientWidth * .3;
    }
    if (b.dataset.arg) {
      const open = b.getAttribute("aria-expanded") === "true";
      run(false); to(second(b)); tell(open ? null : b.dataset.arg);
    }
  });
  reel.addEventListener("click", (e) => {
    if (!e.target.closest("button")) to((e.clientX - track.getBoundingClientRect().left) / px);
  });
  reel.addEventListener("keydown", (e) => {
    if (e.target !== reel || !keys[e.key] || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault(); keys[e.key]();
  });
  talk.addEventListener("click", (e) => {
    const turn = e.target.closest("[data-turn]");
    if (turn && !String(getSelection())) to(starts.get(Number(turn.dataset.turn)), turns.find((f) => String(f.turn) === turn.dataset.turn) || null);
  });
  window.addEventListener("resize", measure);
  measure(); tell(null); draw();
})();
