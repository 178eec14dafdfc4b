// Calque for Node: translators with i18next's own calls, over the addon.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

// This system, as packages name it: x86_64-linux-gnu, aarch64-linux-musl and so on.
function systemName() {
  const machine = { arm64: 'aarch64', x64: 'x86_64' }[process.arch] || process.arch;
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl';
  return `${machine}-${process.platform}-${libc}`;
}

// The addon: that of CALQUE_ADDON, what node-gyp has built here, or what the package has
// for this system.
function loaded() {
  if (process.env.CALQUE_ADDON) return require(process.env.CALQUE_ADDON);
  const system = systemName();
  const places = ['build/Release/calque.node', `prebuilds/${system}/calque.node`];
  const found = places.map((each) => path.join(__dirname, each)).find(fs.existsSync);
  if (found) return require(found);
  throw new Error(`Calque has no addon for ${system}: install libcalque, then run node-gyp rebuild`);
}

const native = loaded();

const FORMATS = { v1: 1, v2: 2, v3: 3, v4: 4, ios: 10 };
const TEXT = 0;
const JSON_VALUE = 1;
const DETAILS = 2;

// A key, or several, as the library takes them.
const written = (keys) => (typeof keys === 'string' ? keys : JSON.stringify(keys));

// i18next's second parameter is options, or a default value.
const asOptions = (options, rest) =>
  typeof options === 'string' ? { ...rest, defaultValue: options } : options;

const asJSON = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

/** An immutable view in one language, for hot code. */
class View {
  #handle;
  #translator;
  #chosen;

  constructor(handle, translator, chosen) {
    this.#handle = handle;
    this.#translator = translator;
    this.#chosen = chosen;
  }

  t(key, options, rest) {
    const values = asOptions(options, rest);
    return native.viewTranslate(this.#handle, key, values)
      ?? this.#translator.t(key, { ...this.#chosen, ...values });
  }
}

class Translator {
  #handle;

  /** Options are an object, or JSON text. `log` receives diagnostics, a line each. */
  constructor(format, options = {}, log = undefined) {
    this.#handle = native.translatorCreate(FORMATS[format] ?? Number(format), asJSON(options), log);
  }

  /** The text of a key, as i18next's t: options or a default value may follow. */
  t(keys, options, rest) {
    const values = asOptions(options, rest);
    const isPlain = typeof keys === 'string' && !values?.returnObjects && !values?.returnDetails;
    return (isPlain ? native.translatorTranslate(this.#handle, keys, values) : undefined)
      ?? JSON.parse(this.json(written(keys), JSON.stringify(values ?? {}), JSON_VALUE));
  }

  exists(keys, options = {}) {
    return native.exists(this.#handle, written(keys), asJSON(options));
  }

  /** A view in a language, namespace and under a key prefix. */
  getFixedT(lng, ns, keyPrefix) {
    const view = new View(
      native.viewCreate(this.#handle, lng, ns, keyPrefix), this, { lng, ns, keyPrefix });
    return view.t.bind(view);
  }

  /** Adds texts, an object or JSON text, in place of those that are there. */
  addResourceBundle(lng, ns, tree) {
    native.translatorAddResourceBundle(this.#handle, lng, ns, asJSON(tree));
  }

  addFile(lng, ns, file) {
    native.translatorAddFile(this.#handle, lng, ns, file);
  }

  /**
   * Adds the catalogs of a folder: LNG/NS.json, LNG.json (namespace `translation`) and
   * compiled ones, *.calque. Called again, it loads them again.
   */
  addFolder(folder) {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const place = path.join(folder, entry.name);
      const { name, ext } = path.parse(entry.name);
      if (entry.isDirectory()) {
        for (const file of fs.readdirSync(place)) {
          const parts = path.parse(file);
          if (parts.ext === '.json') this.addFile(entry.name, parts.name, path.join(place, file));
        }
      } else if (ext === '.json') this.addFile(name, 'translation', place);
      else if (ext === '.calque') this.addCatalog(place);
    }
  }

  /** Adds the languages of a compiled catalog. */
  addCatalog(file) {
    native.translatorAddCatalog(this.#handle, file);
  }

  /** Keys and options are JSON text, and so is the result. */
  json(keys, options = '{}', form = JSON_VALUE) {
    return native.translateJson(this.#handle, keys, options, form);
  }

  /** The current language. */
  get language() {
    return native.language(this.#handle);
  }

  /** Changes the current language. Functions of getFixedT keep theirs. */
  changeLanguage(lng) {
    native.translatorChangeLanguage(this.#handle, lng);
  }

  /** The available language that fits best: an Accept-Language header, or an array of codes. */
  bestLanguage(wanted) {
    return native.bestLanguage(this.#handle, asJSON(wanted));
  }

  /**
   * Calls `handler` with the arguments that i18next gives it for events, whose names are
   * separated by spaces: missingKey (with the option saveMissing), languageChanged and others.
   */
  on(events, handler) {
    native.translatorOn(this.#handle, events, (name, args) => handler(...JSON.parse(args)));
  }

  /** The fallback chain. */
  get languages() {
    return JSON.parse(native.languages(this.#handle));
  }

  dir(lng) {
    return native.dir(this.#handle, lng);
  }

  /** Releases the memory; later calls throw. */
  close() {
    native.close(this.#handle);
  }
}

/** A message table: case-insensitive keys, synonyms, %{key} references. */
class Messages {
  #handle;

  constructor(options) {
    this.#handle = native.messagesCreate(options && JSON.stringify(options));
  }

  load(json, prefix) {
    native.messagesLoad(this.#handle, typeof json === 'string' ? json : JSON.stringify(json), prefix);
  }

  decode(text) {
    return native.messagesDecode(this.#handle, text);
  }

  /** Releases the memory; later calls throw. */
  close() {
    native.close(this.#handle);
  }
}

/** Texts by section and key, and better wordings that people propose for them. */
class Localization {
  #handle;

  constructor(options = {}) {
    this.#handle = native.localizationCreate(JSON.stringify(options));
  }

  /** Takes the texts of a language: an object with `data`, or JSON text. */
  load(resource, locale) {
    const json = typeof resource === 'string' ? resource : JSON.stringify(resource);
    native.localizationLoad(this.#handle, json, locale);
  }

  /** The text of an identifier, `section.key`; empty where there is none. */
  text(identifier) {
    return native.localizationText(this.#handle, identifier);
  }

  /** Shows a value instead of the text, in one locale. */
  propose(identifier, locale, value) {
    native.localizationPropose(this.#handle, identifier, locale, value);
  }

  /** Releases the memory; later calls throw. */
  close() {
    native.close(this.#handle);
  }
}

// `using translator = new Translator(...)`, where the engine has it.
const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
for (const { prototype } of [Translator, Messages, Localization]) {
  prototype[dispose] = prototype.close;
}

module.exports = { Translator, Messages, Localization, TEXT, JSON_VALUE, DETAILS };
