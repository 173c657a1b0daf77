// What only a browser can do: light or dark, a draft kept over a reload, the talk kept in sight.
(() => {
  const store = { get: (k) => { try { return localStorage.getItem(k); } catch { return null; } },
    set: (k, v) => { try { v === null ? localStorage.removeItem(k) : localStorage.setItem(k, v); } catch {} } };
  const theme = () => { const t = store.get("mm-theme"); t ? document.documentElement.dataset.theme = t : delete document.documentElement.dataset.theme; };
  theme();
  const draftKey = () => "mm-draft:" + location.pathname;
  const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;
  window.mm = {
    speak(lang, lost) {
      document.documentElement.lang = lang;
      // The server was started again and knows no page of before.
      window.socket?.on("connect_error", (error) => { if (error.description === 403) location.reload(); });
      const popup = document.getElementById("popup");
      if (!popup) return;
      popup.setAttribute("role", "alert");
      [...popup.querySelectorAll("span")].slice(0, 2).forEach((span, n) => { span.textContent = lost[n]; });
    },
    clearDraft() { store.set(draftKey(), null); const t = document.querySelector("textarea[data-draft]"); if (t) t.value = ""; },
    giveBack(words) { const t = document.querySelector("textarea[data-draft]"); if (t && !t.value) { t.value = words; store.set(draftKey(), words); } },
    choose(turn) {
      document.querySelectorAll(".turn.chosen").forEach((e) => e.classList.remove("chosen"));
      const e = document.querySelector(`.turn[data-turn="${turn}"]`);
      if (e) { e.classList.add("chosen"); e.scrollIntoView({ block: "nearest" }); }
    },
  };
  document.addEventListener("click", (e) => {
    const b = e.target.closest && e.target.closest("[data-do]");
    if (!b) return;
    if (b.dataset.do === "theme") {
      const now = document.documentElement.dataset.theme || (dark() ? "dark" : "light");
      store.set("mm-theme", now === "dark" ? "light" : "dark"); theme();
    }
    if (b.dataset.do === "copy") {
      const field = b.parentElement.querySelector("input"); field.select();
      navigator.clipboard ? navigator.clipboard.writeText(field.value) : document.execCommand("copy");
    }
  });
  document.addEventListener("input", (e) => {
    if (e.target.matches("textarea[data-draft]")) store.set(draftKey(), e.target.value);
    if (e.target.name === "bid") document.querySelector("output[data-shows=bid]").textContent = e.target.value;
  });
  const followed = new WeakMap();
  const look = () => {
    document.querySelectorAll("textarea[data-draft]:not([data-kept])").forEach((t) => {
      t.dataset.kept = "1"; const kept = store.get(draftKey()); if (kept && !t.value) t.value = kept;
    });
    document.querySelectorAll(".talk[data-follow]").forEach((t) => {
      const s = followed.get(t) || { at: true };
      if (!followed.has(t)) t.addEventListener("scroll", () => { s.at = t.scrollHeight - t.scrollTop - t.clientHeight < 80; }, { passive: true });
      followed.set(t, s);
      if (s.at && t.dataset.follow === "1") t.scrollTop = t.scrollHeight;
    });
  };
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true, characterData: true });
})();
