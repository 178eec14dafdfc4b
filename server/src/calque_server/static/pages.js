// Makes the pages quicker with a script; without it they do the same by links and forms.
"use strict";

const policy = globalThis.trustedTypes?.createPolicy("calque", {
  createHTML: (text) => text,
});
// The server escapes all foreign text in the fragments that it sends.
const parse = (text) =>
  new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");

for (const each of document.querySelectorAll("[data-scripted]")) each.hidden = false;

for (const select of document.querySelectorAll("select[data-submits]")) {
  select.form.querySelector("button").hidden = true;
  select.addEventListener("change", () => select.form.submit());
}

// Where a form leads back to: the list as it is filtered now.
for (const field of document.querySelectorAll('input[name="back"][value=""]')) {
  field.value = location.search;
}

const list = document.getElementById("list");
const say = (text) => (document.getElementById("status").textContent = text);
let last = null;

async function decide(form) {
  const article = form.closest(".proposal");
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
    headers: { "x-fragment": "1" },
  });
  if (answer.status === 412 || answer.redirected) return form.submit();
  const text = await answer.text();
  const found = parse(text).querySelector(answer.ok ? ".proposal" : "main p");
  if (!answer.ok) return say(found?.textContent ?? String(answer.status));
  const next = article.nextElementSibling;
  article.replaceWith(found);
  last = found;
  say(found.querySelector(".decided")?.textContent.trim() ?? "");
  const target = next?.matches(".proposal.open") ? next : found;
  target.focus();
}

document.addEventListener("submit", (event) => {
  if (!list || !event.target.closest(".proposal") || "plain" in event.target.dataset) return;
  event.preventDefault();
  decide(event.target).catch(() => event.target.submit());
});

function move(step) {
  const all = [...document.querySelectorAll("#list .proposal")];
  const at = all.indexOf(document.activeElement?.closest(".proposal"));
  const next = all[at === -1 ? 0 : at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function press(key) {
  const article = key === "u" ? last : document.activeElement?.closest(".proposal");
  const part = article?.querySelector(`[data-decides="${key}"]`);
  if (!part) return;
  if (part.matches("details")) {
    part.open = true;
    part.querySelector("textarea, input:not([type=hidden])").focus();
  } else {
    part.requestSubmit();
  }
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") document.activeElement?.closest(".proposal")?.focus();
  if (event.target.matches("input, textarea, select")) return;
  if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
  else if ("aeru".includes(event.key)) press(event.key);
  else return;
  event.preventDefault();
});
