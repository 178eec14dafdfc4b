// The library as a WebAssembly module, with the calls of the addon of Node: calque.js
// makes classes of either. Set CALQUE_ADDON to this file; CALQUE_WASM names the module.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { WASI } = require('node:wasi');

const TRUNCATED = 1;
const FAILURE = 20; // and above
const KIND = { null: 0, integer: 1, double: 2, boolean: 3, text: 4 };
const ARGUMENT = 40; // bytes of a calque_arg where pointers have four
const RTL = 1;
const MESSAGES = 0;
const REPLACE = 8; // CALQUE_BUNDLE_REPLACE
const CLOSEST = 1; // CALQUE_MATCH_CLOSEST

const wasi = new WASI({ version: 'preview1', preopens: { '/': '/' } });
const file = process.env.CALQUE_WASM || path.join(__dirname, 'calque.wasm');
const { exports: c } = new WebAssembly.Instance(
  new WebAssembly.Module(fs.readFileSync(file)), wasi.getImportObject());
wasi.initialize({ exports: c });

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// Memory may move in any call that allocates, so views of it are made when they are used.
const view = () => new DataView(c.memory.buffer);
const pointer = (at) => view().getUint32(at, true);
const decoded = (at, length) => decoder.decode(new Uint8Array(c.memory.buffer, at, length));

function cString(at) {
  const bytes = new Uint8Array(c.memory.buffer, at);
  return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
}

// Memory that a call borrows; freed when `run` has returned.
function lending(run) {
  const borrowed = [];
  const room = (size) => {
    const at = c.malloc(size);
    if (at === 0) throw new RangeError('no memory');
    borrowed.push(at);
    new Uint8Array(c.memory.buffer, at, size).fill(0);
    return at;
  };
  // Address and bytes of a text, which ends in NUL as well; no text is NULL.
  const text = (value) => {
    if (typeof value !== 'string') return [0, 0];
    const bytes = encoder.encode(value);
    const at = room(bytes.length + 1);
    new Uint8Array(c.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  };
  try {
    return run(text, room);
  } finally {
    for (const at of borrowed) c.free(at);
  }
}

// Runs a call that takes an error last, and throws what it failed with.
function checked(room, call) {
  const at = room(4);
  const status = call(at);
  if (status < FAILURE) return;
  const error = pointer(at);
  const message = error === 0 ? `status ${status}` : cString(c.calque_error_message(error));
  c.calque_error_release(error);
  throw Object.assign(new Error(message), { code: `CALQUE_${status}` });
}

const refused = (message) => Object.assign(new Error(message), { code: 'CALQUE_20' });

// An object of the library: freed with the object of JavaScript, or by close.
class Handle {
  static freed = new FinalizationRegistry(({ release, at }) => c[release](at));

  constructor(release, at) {
    this.release = release;
    this.address = at;
    Handle.freed.register(this, { release, at }, this);
  }

  close() {
    if (this.address === 0) return;
    Handle.freed.unregister(this);
    c[this.release](this.address);
    this.address = 0;
  }
}

// The address of an object of a class.
function at(handle, kind) {
  if (!(handle instanceof Handle) || handle.release !== `calque_${kind}_release`) {
    throw refused('not an object of this class');
  }
  if (handle.address === 0) throw refused('the object is closed');
  return handle.address;
}

// The object that a call makes; `release` frees it.
function made(room, release, call) {
  const out = room(4);
  checked(room, (error) => call(out, error));
  return new Handle(release, pointer(out));
}

// The module knows no working directory.
function absolute(name) {
  if (typeof name !== 'string') throw refused('a path must be a string');
  if (name.includes('\0')) throw refused('a path has a NUL in it');
  return path.resolve(name);
}

// The text that a call leaves in a calque_string.
function owned(room, call) {
  const string = room(8);
  checked(room, (error) => call(string, error));
  const [data, length] = [pointer(string), pointer(string + 4)];
  const result = data === 0 ? undefined : decoded(data, length);
  c.calque_string_dispose(string);
  return result;
}

// The text that a call writes into a buffer.
function filled(room, call) {
  const length = room(4);
  for (let capacity = 512; ; capacity = pointer(length) + 1) {
    const buffer = room(capacity);
    const status = call(buffer, capacity, length);
    if (status >= FAILURE) {
      throw Object.assign(new Error(cString(c.calque_status_name(status))), { code: `CALQUE_${status}` });
    }
    if (status !== TRUNCATED) return decoded(buffer, pointer(length));
  }
}

function fill(at, [name, value], text) {
  const [[names, nameLength], kind] = [text(name), value === null ? 'null' : typeof value];
  view().setUint32(at, names, true);
  view().setUint32(at + 4, nameLength, true);
  const set = (number) => view().setInt32(at + 8, number, true);
  if (kind === 'number' && Number.isSafeInteger(value)) {
    set(KIND.integer);
    view().setBigInt64(at + 16, BigInt(value), true);
  } else if (kind === 'number') {
    set(KIND.double);
    view().setFloat64(at + 24, value, true);
  } else if (kind === 'boolean') {
    set(KIND.boolean);
    view().setBigInt64(at + 16, BigInt(value), true);
  } else if (kind === 'string') {
    const [data, length] = text(value);
    set(KIND.text);
    view().setUint32(at + 32, data, true);
    view().setUint32(at + 36, length, true);
  }
  return kind === 'null' || ['number', 'boolean', 'string'].includes(kind);
}

// undefined when the values take JSON.
function translate(call, kind, handle, key, values) {
  return lending((text, room) => {
    const entries = Object.entries(typeof values === 'object' && values ? values : {});
    const args = room(ARGUMENT * entries.length + 1);
    const isPlain = entries.every((entry, index) => fill(args + index * ARGUMENT, entry, text));
    if (!isPlain) return undefined;
    const given = [...text(key), args, entries.length];
    return filled(room, (...out) => call(at(handle, kind), ...given, ...out));
  });
}

module.exports = {
  close: (handle) => {
    if (handle instanceof Handle) handle.close();
  },
  translatorCreate: (format, options, log) => lending((text, room) => {
    if (log) throw refused('the WebAssembly module calls no functions');
    const given = text(options);
    return made(room, 'calque_translator_release', (...out) =>
      c.calque_translator_create(format, ...given, 0, ...out));
  }),
  translatorOn: () => {
    throw refused('the WebAssembly module calls no functions');
  },
  translatorAddResourceBundle: (translator, lng, ns, tree) => lending((text, room) => {
    const given = [...text(lng), ...text(ns), ...text(tree)];
    checked(room, (error) => c.calque_translator_add_resource_bundle(
      at(translator, 'translator'), ...given, REPLACE, error));
  }),
  translatorChangeLanguage: (translator, lng) => lending((text, room) =>
    checked(room, (error) => c.calque_translator_change_language(
      at(translator, 'translator'), ...text(lng), error))),
  language: (translator) => lending((text, room) => filled(room, (...out) =>
    c.calque_translator_language(at(translator, 'translator'), 0, ...out))),
  bestLanguage: (translator, wanted) => lending((text, room) => {
    const given = text(wanted);
    return filled(room, (...out) =>
      c.calque_translator_best_language(at(translator, 'translator'), ...given, CLOSEST, ...out));
  }),
  translatorAddFile: (translator, lng, ns, name) => lending((text, room) => {
    const given = [...text(lng), ...text(ns), text(absolute(name))[0]];
    checked(room, (error) => c.calque_translator_add_file(at(translator, 'translator'), ...given, REPLACE, error));
  }),
  translatorAddCatalog: (translator, name) => lending((text, room) => {
    const catalog = made(room, 'calque_catalog_release', (...out) =>
      c.calque_catalog_open(text(absolute(name))[0], 0, ...out));
    try {
      checked(room, (error) => c.calque_translator_add_catalog(
        at(translator, 'translator'), at(catalog, 'catalog'), 0, 0, 0, 0, error));
    } finally {
      catalog.close();
    }
  }),
  translatorTranslate: (...given) => translate(c.calque_translator_translate, 'translator', ...given),
  translateJson: (translator, keys, options, form) => lending((text, room) => {
    const given = [...text(keys), ...text(options)];
    return owned(room, (...out) =>
      c.calque_translator_translate_json(at(translator, 'translator'), ...given, form, ...out));
  }),
  exists: (translator, keys, options) => lending((text, room) => {
    const given = [...text(keys), ...text(options)];
    const found = room(1);
    checked(room, (error) => c.calque_translator_exists(at(translator, 'translator'), ...given, found, error));
    return view().getUint8(found) !== 0;
  }),
  languages: (translator) => lending((text, room) =>
    owned(room, (...out) => c.calque_translator_languages(at(translator, 'translator'), 0, 0, ...out))),
  dir: (translator, lng) => lending((text) =>
    (c.calque_translator_dir(at(translator, 'translator'), ...text(lng)) === RTL ? 'rtl' : 'ltr')),
  viewCreate: (translator, lng, ns, prefix) => lending((text, room) => {
    const given = [...text(lng), ...text(ns), ...text(prefix)];
    return made(room, 'calque_view_release', (...out) =>
      c.calque_view_create(at(translator, 'translator'), ...given, ...out));
  }),
  viewTranslate: (...given) => translate(c.calque_view_translate, 'view', ...given),
  messagesCreate: (options) => lending((text, room) => {
    const given = text(options);
    return made(room, 'calque_messages_release', (...out) =>
      c.calque_messages_create(...given, ...out));
  }),
  messagesLoad: (messages, json, prefix) => lending((text, room) => {
    const given = [...text(prefix), ...text(json)];
    checked(room, (error) =>
      c.calque_messages_load_json(at(messages, 'messages'), MESSAGES, ...given, 0, error));
  }),
  messagesDecode: (messages, encoded) => lending((text, room) => {
    const given = text(encoded);
    return filled(room, (...out) => c.calque_messages_decode(at(messages, 'messages'), ...given, ...out));
  }),
  localizationCreate: (options) => lending((text, room) => {
    const given = text(options);
    return made(room, 'calque_localization_release', (...out) =>
      c.calque_localization_create(...given, 0, ...out));
  }),
  localizationLoad: (localization, json, locale) => lending((text, room) => {
    const given = [...text(json), ...text(locale)];
    checked(room, (error) =>
      c.calque_localization_load_resource(at(localization, 'localization'), ...given, error));
  }),
  localizationText: (localization, identifier) => lending((text, room) => {
    const given = text(identifier);
    return filled(room, (...out) =>
      c.calque_localization_text(at(localization, 'localization'), ...given, ...out, 0));
  }),
  localizationPropose: (localization, identifier, locale, value) => lending((text, room) => {
    const given = [...text(identifier), ...text(locale), ...text(value)];
    checked(room, (error) => c.calque_proposals_store(at(localization, 'localization'), ...given, error));
  }),
};
