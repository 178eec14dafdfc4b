// i18next itself, on the catalog that `benchmark_load --json` wrote: one line of
// JSON for each row, after a quarter of a second of warming. V8 helps itself with more
// threads, whose time would count: usage: node --single-threaded i18next.cjs FILE
"use strict";
const fs = require("fs");
const i18next = require("i18next");

const ROUNDS = 9;
const ROUND_NS = 25e6;
const resources = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const i18n = (i18next.default ?? i18next).createInstance();
i18n.init({
  lng: "en",
  keySeparator: false,
  nsSeparator: false,
  initImmediate: false,
  interpolation: { escapeValue: false },
  resources: { en: { translation: resources } },
});
const t = i18n.getFixedT("en");

function keysWhere(test) {
  return Object.keys(resources).filter((key) => test(key, resources[key]));
}

function warm(call) {
  const start = process.cpuUsage();
  for (let number = 0; process.cpuUsage(start).user < 250e3; number += 1) call(number);
}

function time(call) {
  let calls = 1000;
  warm(call);
  const samples = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = process.cpuUsage();
    for (let number = 0; number < calls; number += 1) call(number);
    const ns = process.cpuUsage(start).user * 1000;
    if (round > 0) samples.push(ns / calls);
    else calls = Math.max(1, Math.round((calls * ROUND_NS) / ns));
  }
  return samples.sort((left, right) => left - right)[ROUNDS >> 1];
}

const isForm = /_(one|other|male|female)$/;
const plain = keysWhere((key, text) => !/[{$]/.test(text) && !isForm.test(key));
const named = keysWhere((key, text) => text.includes("{{name}}"));
const nested = keysWhere((key, text) => text.includes("$t("));
const plural = keysWhere((key) => key.endsWith("_one")).map((key) => key.slice(0, -4));
const context = keysWhere((key) => key.endsWith("_male")).map((key) => key.slice(0, -5));
const rows = {
  plain: (at) => t(plain[at % plain.length]),
  "one variable": (at) => t(named[at % named.length], { name: "Alice" }),
  "plural, en": (at) => t(plural[at % plural.length], { count: at % 201 }),
  nested: (at) => t(nested[at % nested.length]),
  context: (at) => t(context[at % context.length], { context: "male" }),
  missing: (at) => t("x" + plain[at % plain.length]),
};
for (const [row, call] of Object.entries(rows)) {
  const size = Object.keys(resources).length;
  console.log(JSON.stringify({ size, row, i18next: Math.round(time(call) * 10) / 10 }));
}
