// Replay without a server: the drawings are in the page; this chooses which are shown.
(() => {
  const frames = JSON.parse(document.getElementById("frames").textContent);
  const time = document.getElementById("time"), play = document.getElementById("play");
  const talk = document.getElementById("talk"), verdict = document.getElementById("verdict");
  const names = [play.textContent, play.dataset.pause];
  const pieces = [...talk.children], ended = pieces.map((piece) => piece.innerHTML), drawn = [...ended];
  let timer = null;
  const show = (at) => {
    const f = frames[at];
    if (!f) return;
    document.getElementById("ring").innerHTML = f.ring;
    document.getElementById("ledger").innerHTML = f.ledger;
    document.getElementById("where").textContent = `${f.turn} / ${frames.at(-1).turn}`;
    time.value = at + 1;
    pieces.forEach((piece, n) => {
      const html = f.talk[piece.dataset.at] ?? ended[n];
      if (drawn[n] !== html) piece.innerHTML = drawn[n] = html;
      piece.hidden = Number(piece.dataset.at) > f.turn;
    });
    if (verdict) verdict.hidden = at < frames.length - 1;
    mm.choose(f.turn);
  };
  const stop = () => { clearInterval(timer); timer = null; play.textContent = names[0]; };
  play.addEventListener("click", () => {
    if (timer) return stop();
    play.textContent = names[1];
    if (Number(time.value) >= frames.length) show(0);
    timer = setInterval(() => { const at = Number(time.value); at >= frames.length ? stop() : show(at); }, 1500);
  });
  time.addEventListener("input", () => show(time.value - 1));
  talk.addEventListener("click", (e) => {
    const turn = e.target.closest("[data-turn]");
    if (turn) show(frames.findIndex((f) => String(f.turn) === turn.dataset.turn));
  });
  show(0);
})();
