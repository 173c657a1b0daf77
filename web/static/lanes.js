// Plays a talk in its own time: the drawings are in the page; this moves the playhead over them.
(() => {
  const id = (name) => document.getElementById(name), all = (what, from = document) => [...from.querySelectorAll(what)];
  const frames = JSON.parse(id("frames").textContent), turnsAt = frames.filter((f) => !f.small);
  const lanes = id("lanes"), reel = lanes.querySelector(".reel"), track = lanes.querySelector(".track"), time = id("time"), play = id("play"), talk = id("talk"), verdict = id("verdict");
  const end = Number(time.max), first = Number(lanes.dataset.first), names = [play.textContent, play.dataset.pause];
  const pieces = [...talk.children], ended = pieces.map((piece) => piece.innerHTML), drawn = [...ended];
  const said = id("where").dataset.said, starts = new Map(frames.map((f) => [f.turn, f.at])), still = matchMedia("(prefers-reduced-motion: reduce)");
  const bars = all(".bar", lanes), cuts = all("button.cut", lanes), moments = [];
  const second = (e, name = "--s") => Number(e.style.getPropertyValue(name));
  bars.forEach((bar) => all(".unit", bar).forEach((unit) => {
    const from = second(bar) + second(unit); moments.push(from, from + second(unit, "--d"));
  }));
  moments.push(end);
  moments.sort((a, b) => a - b);
  let now = 0, owed = 0, rate = 1, playing = false, then = 0, frame = null;
  const shown = (since) => { const s = since + first; return `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, "0")}`; };
  const wide = () => Number(getComputedStyle(lanes).getPropertyValue("--px"));

  const drawFrame = (f) => {
    frame = f;
    id("ring").innerHTML = f.ring;
    id("ledger").innerHTML = f.ledger;
    pieces.forEach((piece, n) => {
      const html = f.talk[piece.dataset.at] ?? ended[n];
      if (drawn[n] !== html) piece.innerHTML = drawn[n] = html;
      all(".turn", piece).forEach((turn) => turn.classList.toggle("chosen", Number(piece.dataset.at) === f.turn));
    });
  };
  const keepInSight = (f) => {
    const piece = pieces.find((one) => Number(one.dataset.at) === f.turn).getBoundingClientRect(), box = talk.getBoundingClientRect();
    if (piece.bottom > box.bottom) talk.scrollTop += piece.bottom - box.bottom + 8;
    else if (piece.top < box.top) talk.scrollTop -= box.top - piece.top + 8;
  };
  const draw = () => {
    const at = turnsAt.findLastIndex((f) => f.at <= now + .001), f = turnsAt[Math.max(0, at)] || frames[0];
    if (f !== frame) drawFrame(f);
    pieces.forEach((piece) => {
      piece.hidden = starts.get(Number(piece.dataset.at)) > now + .001 && Number(piece.dataset.at) !== f.turn;
      all("[data-s]", piece).forEach((unit) => unit.classList.toggle("later", playing && Number(unit.dataset.s) - first > now));
    });
    if (verdict) verdict.hidden = now < end;
    bars.forEach((bar) => bar.classList.toggle("now", second(bar) <= now && now < second(bar) + second(bar, "--d")));
    cuts.forEach((cut) => cut.classList.toggle("later", second(cut) > now));
    lanes.style.setProperty("--t", now);
    time.value = now;
    const turn = said.replace("##", frames.at(-1).turn).replace("#", f.turn);
    time.setAttribute("aria-valuetext", `${shown(now)}, ${turn}`);
    id("where").textContent = `${shown(now)} / ${shown(end)} · ${turn}`;
    keepInSight(f);
  };
  const pan = () => {
    const x = now * wide(), left = reel.scrollLeft, width = reel.clientWidth;
    if (playing && x > left + width * .7) reel.scrollLeft = x - width * .7;
    else if (x < left || x > left + width) reel.scrollLeft = x - width * .3;
  };
  const to = (s) => { now = Math.min(end, Math.max(0, s)); owed = 0; then = performance.now(); draw(); pan(); };
  const run = (given) => {
    playing = given; then = performance.now();
    play.textContent = names[Number(playing)];
    lanes.classList.toggle("playing", playing);
    id("ledger").setAttribute("aria-live", playing ? "off" : "polite");
    if (playing && now >= end) now = 0;
    if (playing) tell(null);
    draw(); pan();
    if (playing) requestAnimationFrame(tick);
  };
  const tick = (stamp) => {
    if (!playing) return;
    owed += Math.max(0, stamp - then) / 1000 * rate; then = stamp;
    const next = now + owed;
    // Where little is to move, the playhead goes from one unit's edge to the next.
    const reached = still.matches ? moments.findLast((m) => m <= next) ?? now : next;
    if (reached > now) { owed = next - reached; now = Math.min(end, reached); draw(); pan(); }
    now >= end ? run(false) : requestAnimationFrame(tick);
  };
  const tell = (turn) => {
    all(".cut-told", lanes).forEach((one) => { one.hidden = one.dataset.of !== turn; });
    cuts.forEach((cut) => cut.setAttribute("aria-expanded", String(cut.dataset.arg === turn)));
  };
  const step = (by) => {
    const at = turnsAt.findLastIndex((f) => f.at <= now + .001);
    to(turnsAt[Math.min(turnsAt.length - 1, Math.max(0, at + by))].at);
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
    if (b.dataset.zoom) { lanes.style.setProperty("--px", Math.min(80, Math.max(1, wide() * b.dataset.zoom))); reel.scrollLeft = now * wide() - reel.clientWidth * .3; }
    if (b.dataset.arg) {
      const open = b.getAttribute("aria-expanded") === "true";
      run(false); to(second(b)); tell(open ? null : b.dataset.arg);
    }
  });
  reel.addEventListener("click", (e) => {
    if (!e.target.closest("button")) to((e.clientX - track.getBoundingClientRect().left) / wide());
  });
  reel.addEventListener("keydown", (e) => {
    if (e.target !== reel || !keys[e.key] || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault(); keys[e.key]();
  });
  talk.addEventListener("click", (e) => {
    const turn = e.target.closest("[data-turn]");
    if (turn && !String(getSelection())) to(starts.get(Number(turn.dataset.turn)));
  });
  tell(null); draw();
})();
