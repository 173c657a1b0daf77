// Replay without a server: the drawings are in the page; this chooses which are shown.
(() => {
  const frames = JSON.parse(document.getElementById("frames").textContent);
  const time = document.getElementById("time"), play = document.getElementById("play");
  let timer = null;
  const show = (at) => {
    const f = frames[at];
    if (!f) return;
    document.getElementById("ring").innerHTML = f.ring;
    document.getElementById("ledger").innerHTML = f.ledger;
    document.getElementById("where").textContent = `${f.turn}`;
    time.value = at + 1;
    mm.choose(f.turn);
  };
  const stop = () => { clearInterval(timer); timer = null; play.setAttribute("aria-pressed", "false"); };
  play.addEventListener("click", () => {
    if (timer) return stop();
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => { const at = Number(time.value); at >= frames.length ? stop() : show(at); }, 1500);
  });
  time.addEventListener("input", () => show(time.value - 1));
  document.getElementById("talk").addEventListener("click", (e) => {
    const turn = e.target.closest("[data-turn]");
    if (turn) show(frames.findIndex((f) => String(f.turn) === turn.dataset.turn));
  });
  show(0);
})();
