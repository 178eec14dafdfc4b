// Better wordings, proposed on the page itself, and new texts shown as they come.
//
//   <script src="https://texts.example/incontext.js" data-project="shop" defer></script>
//
// Works with i18next (window.i18next, or calque.attach(instance)).
// It holds no secret and needs no account.
(() => {
  "use strict";
  const script = document.currentScript;
  const server = new URL(script.src).origin;
  const project = script.dataset.project;
  const channel = script.dataset.channel ?? "production";
  const base = `${server}/p/${encodeURIComponent(project)}`;
  const ATTRIBUTES = ["title", "alt", "placeholder", "aria-label"];
  let i18next = null;
  let editing = false;
  let words = {};

  // Which text is from which key: in edit mode the texts of the page are looked up in the
  // catalogs. i18next itself is not touched.

  let plain = new Map(); // A text of a catalog, to where it is from.
  let patterns = new Map(); // The first letters of texts with variables, to those.

  function add(map, text, place) {
    if (!map.has(text)) map.set(text, []);
    const all = map.get(text);
    if (all.length < 20 && !all.some((each) => name(each) === name(place))) all.push(place);
  }

  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const START = 2;

  function index() {
    plain = new Map();
    patterns = new Map();
    const { prefix = "{{", suffix = "}}" } = i18next.options.interpolation ?? {};
    const variable = new RegExp(`${escaped(prefix)}.*?${escaped(suffix)}|\\$t\\(.*?\\)`);
    for (const usedLng of i18next.languages ?? []) {
      for (const usedNS of [i18next.options.ns ?? []].flat()) {
        for (const [exactUsedKey, value] of leaves(i18next.getResourceBundle(usedLng, usedNS))) {
          const place = { usedLng, usedNS, exactUsedKey };
          // Elements in a text part it: each part is a text of its own on the page.
          for (const text of value.split(/<[^<>]*>/)) enter(text, place, variable);
        }
      }
    }
  }

  function* leaves(node, path = []) {
    if (typeof node === "string") yield [path.join(i18next.options.keySeparator || "."), node];
    else if (node && typeof node === "object") {
      for (const key of Object.keys(node)) yield* leaves(node[key], [...path, key]);
    }
  }

  function enter(text, place, variable) {
    const parts = text.split(variable);
    if (parts.length < 2) {
      if (text.trim()) add(plain, text.trim(), place);
    } else if (parts.join("").trim()) {
      const start = parts[0].trimStart().slice(0, START);
      const key = start.length < START ? "" : start;
      if (!patterns.has(key)) patterns.set(key, []);
      const test = new RegExp(`^\\s*${parts.map(escaped).join("[^]*?")}\\s*$`);
      patterns.get(key).push({ test, place });
    }
  }

  function whereFrom(text) {
    const words = text.trim();
    const found = plain.get(words);
    if (found || !words) return found ?? [];
    const some = [patterns.get(words.slice(0, START)), patterns.get("")];
    const fits = some.flatMap((each) => each ?? []).filter(({ test }) => test.test(words));
    return fits.slice(0, 20).map(({ place }) => place);
  }

  function attach(instance) {
    i18next = instance;
    listen();
  }

  // New texts

  async function refresh() {
    await i18next.reloadResources();
    if (editing) index();
    i18next.emit("languageChanged", i18next.language);
    if (editing) mark(document.body);
  }

  async function follow(tell) {
    for (let cursor = "", wait = 25; ; ) {
      try {
        const answer = await fetch(`${base}/${channel}/events?after=${cursor}&wait=${wait}`);
        const { cursor: next, events } = await answer.json();
        if (!wait || events.some((each) => each.type !== "decided")) tell();
        [cursor, wait] = [next, 25];
      } catch {
        // The server is away: it is asked again, and texts may have come meanwhile.
        wait = 0;
        await new Promise((done) => setTimeout(done, 5000));
      }
    }
  }

  function listen() {
    // Tabs of one browser ask together: browsers allow few calls to one server.
    const others = new BroadcastChannel(base + channel);
    others.addEventListener("message", refresh);
    const tell = () => {
      others.postMessage(1);
      refresh();
    };
    const run = () => follow(tell);
    if (navigator.locks) navigator.locks.request(`calque ${base} ${channel}`, run);
    else run();
  }

  // Edit mode

  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const marks = new Map(); // An element, to its texts and what it had before.
  const sheet = (css) => {
    const made = new CSSStyleSheet();
    made.replaceSync(css);
    return made;
  };
  const outlines = sheet(
    "[data-calque-edits]{outline:2px dashed #2b5fb0!important;outline-offset:2px;cursor:pointer!important}" +
      "[data-calque-edits]:focus{outline-style:solid!important}",
  );
  root.adoptedStyleSheets = [
    sheet(`:host{all:initial}*{box-sizing:border-box;font:16px/1.5 system-ui,sans-serif}
.open{position:fixed;inset-block-end:16px;inset-inline-end:16px;z-index:2147483000}
button{border:1px solid #2b5fb0;border-radius:8px;padding:6px 14px;background:#2b5fb0;color:#fff;cursor:pointer}
button.quiet{background:transparent;color:inherit}
button:focus-visible,textarea:focus-visible,select:focus-visible{outline:3px solid #8fb8f5;outline-offset:2px}
dialog{border:1px solid #8888;border-radius:12px;padding:20px;inline-size:min(520px,92vw);color-scheme:light dark;background:Canvas;color:CanvasText}
textarea,select{inline-size:100%;padding:8px;border:1px solid #8888;border-radius:8px;background:Field;color:FieldText}
label{display:grid;gap:4px;margin-block:8px}h2{font-weight:700;margin:0;overflow-wrap:anywhere}
ul{margin:4px 0;padding-inline-start:20px}.row{display:flex;gap:8px;margin-block-start:12px}[hidden]{display:none}`),
  ];

  const say = (key) => words[key] ?? key;
  const make = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  async function speak() {
    for (const tag of [i18next.language?.split("-")[0], "en"]) {
      const answer = await fetch(`${server}/p/calque-server/production/locales/${tag}/server.json`);
      if (answer.ok) return (words = await answer.json());
    }
  }

  const toggle = make("button", { className: "open", type: "button" });
  toggle.addEventListener("click", () => edit(!editing));
  root.append(toggle);

  async function label() {
    await speak();
    toggle.textContent = say(editing ? "incontext_done" : "incontext_edit");
    toggle.setAttribute("aria-pressed", String(editing));
  }

  async function edit(on) {
    editing = on;
    const sheets = document.adoptedStyleSheets.filter((each) => each !== outlines);
    document.adoptedStyleSheets = on ? [...sheets, outlines] : sheets;
    if (on) {
      index();
      mark(document.body);
      const all = { subtree: true, childList: true, characterData: true };
      observer.observe(document.body, { ...all, attributeFilter: ATTRIBUTES });
    } else {
      observer.disconnect();
      for (const element of [...marks.keys()]) unmark(element);
    }
    await label();
  }

  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) mark(target.nodeType === 1 ? target : target.parentElement);
  });

  function mark(top) {
    if (!top || host.contains(top)) return;
    for (const [element] of marks) {
      if (!element.isConnected) marks.delete(element);
      else if (top.contains(element)) unmark(element);
    }
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === 3) find(node.parentElement, node.data, node);
      else {
        for (const name of ATTRIBUTES) {
          if (node.hasAttribute(name)) find(node, node.getAttribute(name), null);
        }
        if (node.dataset?.calque) {
          const [usedNS, ...rest] = node.dataset.calque.split(/:(.*)/s);
          const [first] = [i18next.options.defaultNS].flat();
          const place = rest.length
            ? { usedNS, exactUsedKey: rest[0] }
            : { usedNS: first, exactUsedKey: usedNS };
          remember(node, [{ ...place, usedLng: i18next.language }], null);
        }
      }
    }
  }

  function find(element, text, node) {
    if (!element || /^(SCRIPT|STYLE)$/.test(element.tagName)) return;
    const found = whereFrom(text);
    if (found.length) remember(element, found, node);
  }

  function remember(element, places, node) {
    const before = marks.get(element);
    const texts = before?.texts ?? [];
    const tabIndex = before ? before.tabIndex : element.getAttribute("tabindex");
    texts.push(...places.map((place) => ({ place, node })));
    marks.set(element, { texts, tabIndex });
    if (before) return;
    element.setAttribute("data-calque-edits", "");
    if (element.tabIndex < 0) element.setAttribute("tabindex", "0");
  }

  function unmark(element) {
    const { tabIndex } = marks.get(element);
    marks.delete(element);
    element.removeAttribute("data-calque-edits");
    if (tabIndex === null) element.removeAttribute("tabindex");
    else element.setAttribute("tabindex", tabIndex);
  }

  function begin(event) {
    if (!editing || (event.type === "keydown" && event.key !== "Enter")) return;
    const element = event.composedPath().find((each) => marks.has(each));
    if (!element) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type !== "mousedown") ask(element);
  }
  for (const type of ["click", "mousedown", "keydown"]) document.addEventListener(type, begin, true);

  // The dialog

  function guid() {
    const name = "calque-guid";
    try {
      const own = localStorage.getItem(name) ?? crypto.randomUUID();
      localStorage.setItem(name, own);
      return own;
    } catch {
      return (guid.own ??= crypto.randomUUID());
    }
  }

  const proposals = `${base}/api/v2/content/localize/proposals`;
  const own = (place) => i18next.getResource(place.usedLng, place.usedNS, place.exactUsedKey);

  function ask(element) {
    const { texts } = marks.get(element);
    const tag = i18next.language;
    const title = make("h2", { dir: "ltr", id: "title" });
    const field = make("textarea", { rows: 4, lang: tag, dir: "auto", name: "value" });
    const others = make("ul");
    const wrong = make("p", { role: "alert", hidden: true });
    const options = texts.map(({ place }, at) =>
      make("option", { value: at, textContent: name(place) }),
    );
    const several = { hidden: texts.length < 2, ariaLabel: say("key") };
    const choice = make("select", several, ...options);
    const back = { type: "button", className: "quiet", textContent: say("back") };
    const cancel = make("button", back);
    const propose = make("button", { textContent: say("propose") });
    const row = make("div", { className: "row" }, propose, cancel);
    const label = make("label", {}, say("value"), field);
    const form = make("form", { method: "dialog" }, title, choice, label, others, wrong, row);
    const dialog = make("dialog", { dir: i18next.dir?.() ?? "auto" }, form);
    dialog.setAttribute("aria-labelledby", "title");
    const chosen = () => texts[choice.value || 0];
    const show = () => {
      const { place } = chosen();
      title.textContent = name(place);
      field.value = own(place) ?? "";
      list(others, place);
    };
    choice.addEventListener("change", show);
    cancel.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      element.focus();
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const refusal = await send(chosen(), tag, field.value);
      if (refusal === null) return dialog.close();
      wrong.textContent = refusal;
      wrong.hidden = false;
    });
    show();
    root.append(dialog);
    dialog.showModal();
    field.focus();
  }

  async function list(others, place) {
    others.replaceChildren();
    const answer = await fetch(proposals);
    const { data = [] } = await answer.json();
    for (const { section, key, locale, value } of data) {
      const same = name({ usedNS: section, exactUsedKey: key }) === name(place);
      if (same && locale === i18next.language) {
        others.append(make("li", { dir: "auto", textContent: value }));
      }
    }
  }

  async function send({ place, node }, locale, value) {
    const fields = { section: place.usedNS, key: place.exactUsedKey, locale, value };
    const body = new URLSearchParams({ ...fields, platform: "web", guid: guid() });
    let answer;
    try {
      answer = await fetch(proposals, { method: "POST", body, credentials: "omit" });
    } catch {
      return say("error");
    }
    if (!answer.ok && answer.status !== 412) {
      const { message, text } = await answer.json();
      return words[`told_${text || answer.status}`] ?? message;
    }
    // The proposer sees the new wording at once.
    const whole = node?.isConnected && node.data.trim() === own(place);
    if (whole && !/[{$<]/.test(value)) node.data = value;
    i18next.addResource(locale, place.usedNS, place.exactUsedKey, value);
    index();
    i18next.emit("languageChanged", i18next.language);
    return null;
  }

  const name = ({ usedNS, exactUsedKey }) => `${usedNS}:${exactUsedKey}`;
  // The keys that an element shows in edit mode: `["common:menu.open"]`.
  const places = (element) => (marks.get(element)?.texts ?? []).map(({ place }) => name(place));

  globalThis.calque = { attach, edit, places };
  let spoken;
  const show = () => {
    if (spoken === i18next.language) return;
    spoken = i18next.language;
    label();
    if (editing) index();
  };
  const ready = () => {
    if (window.i18next && !i18next) attach(window.i18next);
    if (!i18next) return;
    document.body.append(host);
    for (const event of ["languageChanged", "initialized"]) i18next.on(event, show);
    show();
  };
  if (window.i18next) attach(window.i18next);
  if (document.readyState === "complete") ready();
  else addEventListener("load", ready);
})();
