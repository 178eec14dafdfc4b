// Answers cases with i18next itself: `node reference.cjs FORMAT=i18next.js...`, where each
// file is a build of the version that the format follows. Reads a case a line, and writes
// for each a line with the answers of its calls: {"value": ...}, without it for undefined, or
// {"error": ...} for a call that throws. `notes` tell what i18next met on its way.
"use strict";

const path = require("path");
const readline = require("readline");
const vm = require("vm");

const builds = new Map(
  process.argv.slice(2).map((argument) => {
    const [format, file] = argument.split("=");
    return [format, require(path.resolve(file))];
  }),
);

// References that one call may follow: i18next has no limit of its own.
const MOST = 2000;

// The inside of a reference as i18next 25 and later read it.
const INSIDE = `((?:[^()"']+|"[^"]*"|'[^']*'|\\((?:[^()]|"[^"]*"|'[^']*')*\\))*?)`;

/** Notes what placeholders and references come to that they should not. */
function watch(interpolator, notes) {
  const interpolate = interpolator.interpolate;
  interpolator.interpolate = function (text, data, ...rest) {
    const { prefix, suffix } = this;
    if (new RegExp(prefix).test(JSON.stringify(Object.values(data ?? {})))) notes.add("brought in");
    if (new RegExp(`${prefix}((?!${suffix}).)*${prefix}`).test(text)) notes.add("within");
    return interpolate.call(this, text, data, ...rest);
  };
  const nest = interpolator.nest;
  interpolator.nest = function (text, translate, options) {
    const found = new RegExp(this.nestingRegexp.source);
    const all = new RegExp(found, "g");
    const later = new RegExp(this.nestingPrefix + INSIDE + this.nestingSuffix, "g");
    const isTold = (pattern) => String(String(text).match(pattern));
    if (isTold(all) !== isTold(later)) notes.add("parenthesis");
    let references = 0;
    return nest.call(
      this,
      text,
      (key, ...rest) => {
        references += 1;
        if (references > 1 && options.interpolation) notes.add("several");
        notes.followed += 1;
        if (notes.followed > MOST) throw new Error("references without an end");
        const value = translate(key, ...rest);
        if (value === null) notes.add("recursion");
        if (typeof value === "string" && found.test(value)) notes.add("nested again");
        if (typeof value === "string" && value.includes("$")) notes.add("dollar");
        if (typeof key === "string" && /,\s*\{/.test(key)) notes.add("broken options");
        return value;
      },
      options,
    );
  };
}

function open(given, notes) {
  const i18next = builds.get(given.format).createInstance();
  const options = { ...given.options, resources: given.resources };
  // i18next 24 and later have no other format.
  if (given.format !== "v4") options.compatibilityJSON = given.format;
  i18next.init({ ...options, initImmediate: false, initAsync: false });
  // Builds of i18next 1.x have no services; they may bring notes of their own.
  if (i18next.services) watch(i18next.services.interpolator, notes);
  return i18next;
}

// Milliseconds for one call: the search for references may take time without end.
const PATIENCE = 1000;
const ask = new vm.Script("askReference()");

function answer(i18next, call, notes) {
  notes.clear();
  notes.followed = 0;
  globalThis.askReference = () => i18next[call.method](call.key, call.args);
  try {
    const value = ask.runInThisContext({ timeout: PATIENCE });
    for (const note of i18next.notes || []) notes.add(note);
    return { value, notes: [...notes] };
  } catch (error) {
    return { error: String(error), notes: [...notes] };
  }
}

function answers(line) {
  const given = JSON.parse(line);
  const notes = new Set();
  try {
    const i18next = open(given, notes);
    return given.calls.map((call) => answer(i18next, call, notes));
  } catch (error) {
    return given.calls.map(() => ({ error: String(error), notes: [] }));
  }
}

readline
  .createInterface({ input: process.stdin })
  .on("line", (line) => process.stdout.write(JSON.stringify(answers(line)) + "\n"));
