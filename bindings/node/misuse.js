// Does what Tests/Conformance/misuse.py describes by a case's name.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const { Worker, isMainThread, workerData } = require('node:worker_threads');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { Translator, Messages, Localization } = require('calque');

const addon = Object.keys(require.cache).find((file) => file.endsWith('.node'));

const options = {
  lng: 'en',
  interpolation: { escapeValue: false },
  resources: { en: { translation: { k: 'v', a: '<{{a}}>', o: '<{{o.p}}>' } } },
};
const made = () => new Translator('v4', options);
const messages = (text) => {
  const table = new Messages();
  table.load({ K: text });
  return table;
};
const localization = (text) => {
  const texts = new Localization();
  texts.load({ data: { s: { k: text } } }, 'en');
  return texts;
};
const same = (expected, found) => assert.deepStrictEqual(found, expected);
const refused = (call) => assert.throws(call, Error);
const turn = () => new Promise((resolve) => { setImmediate(resolve); });
const resident = () => fs.readFileSync('/proc/self/statm', 'utf8').split(' ')[1] / 256;

setFlagsFromString('--expose_gc');
const gc = runInNewContext('gc');

async function dropped(closes) {
  const before = resident();
  for (let at = 0; at < 50000; at += 1) {
    const translator = made();
    if (closes) translator.close();
    else if (at % 500 === 0) await turn(); // freed between turns alone
  }
  assert.ok(resident() - before < 250, `${resident() - before} MiB more`);
}

let kept;
const cases = {
  async unkept() {
    for (let at = 0; at < 300; at += 1) {
      same('v', made().t('k'));
      same('v', made().getFixedT('en')('k'));
      same('"v"', made().json('k'));
      same(true, made().exists('k'));
      same(['en', 'dev'], made().languages);
      same('text v', messages('v').decode('text %{K}'));
      same('v', localization('v').text('s.k'));
      if (at % 10 === 0) gc();
      await turn();
    }
  },
  copied() {
    const translator = made();
    for (const each of [translator, messages('v'), localization('v')]) {
      const { prototype } = each.constructor;
      for (const copy of [{ ...each }, Object.create(prototype), structuredClone(each), Object.create(each)]) {
        refused(() => prototype.close.call(copy));
        refused(() => (prototype.t ?? prototype.decode ?? prototype.text).call(copy, 'k'));
      }
    }
    same('v', translator.t('k'));
  },
  closed() {
    const translator = made();
    const t = translator.getFixedT('en');
    translator.close();
    translator.close();
    same('v', t('k'));
    refused(() => translator.t('k'));
    refused(() => translator.languages);
    refused(() => translator.dir());
    refused(() => translator.exists('k'));
    refused(() => translator.getFixedT('en'));
    const [table, texts] = [messages('v'), localization('v')];
    table.close();
    texts.close();
    refused(() => table.decode('x'));
    refused(() => texts.text('s.k'));
    const disposed = made();
    disposed[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();
    refused(() => disposed.t('k'));
  },
  closing() {
    for (let at = 0; at < 1000; at += 1) {
      const translator = made();
      refused(() => translator.t('a', { get a() { translator.close(); return 'x'; } }));
    }
  },
  async threads() {
    const translator = made();
    for (let at = 0; at < 6; at += 1) {
      const worker = new Worker(__filename, { workerData: 'worker', stdout: true });
      const ended = new Promise((resolve) => { worker.on('exit', resolve); });
      if (at % 2) await turn().then(() => worker.terminate());
      await ended;
      same('v', translator.t('k'));
    }
  },
  worker() {
    kept = [made(), messages('v'), localization('v')];
    for (let at = 0; at < 2000; at += 1) same('v', kept[0].t('k'));
  },
  interrupted() {
    const translator = made();
    const values = { get a() { translator.t('a', { a: 'inner' }); return 'x'; } };
    for (let at = 0; at < 1000; at += 1) same('<x>', translator.t('a', values));
  },
  types() {
    const translator = made();
    for (const wrong of [5, 2.5, null, undefined, {}, [], true, 5n, Symbol('x'), () => {}]) {
      refused(() => translator.addFile('en', 'x', wrong));
      refused(() => translator.addCatalog(wrong));
      refused(() => messages('v').load(wrong === null || typeof wrong === 'object' ? 7 : wrong));
      refused(() => Translator.prototype.t.call(wrong, 'k'));
      refused(() => Translator.prototype.t.call(messages('v'), 'k'));
    }
    refused(() => new Translator('v9', options));
    refused(() => new Translator(4711, options));
    refused(() => new Translator('v4', '[]'));
    refused(() => translator.json('k', '{}', 4711));
    const native = require(process.env.CALQUE_ADDON || addon);
    const view = native.viewCreate(native.translatorCreate(4, '{}'), 'en');
    refused(() => native.translatorTranslate(view, 'k', {}));
    refused(() => native.languages(view));
    refused(() => native.messagesDecode(view, 'k'));
    refused(() => native.viewTranslate({}, 'k', {}));
  },
  numbers() {
    const translator = made();
    same('<9007199254740991>', translator.t('a', { a: Number.MAX_SAFE_INTEGER }));
    same('<18446744073709552000>', translator.t('a', { a: 2 ** 64 }));
    refused(() => translator.t('a', { a: 2n ** 64n }));
    refused(() => translator.t('a', { count: 5n }));
  },
  changing() {
    const translator = made();
    refused(() => translator.t('a', { get a() { throw new Error('no'); } }));
    refused(() => translator.t('a', new Proxy({}, { ownKeys() { throw new Error('no'); } })));
    refused(() => translator.t('a', new Proxy({ a: 1 }, { get() { throw new Error('no'); } })));
    refused(() => translator.t('o', { o: { get p() { throw new Error('no'); } } }));
    same('<x>', translator.t('a', { get a() { delete this.b; gc(); return 'x'; }, b: 'y'.repeat(500) }));
    same('v', translator.t('k'));
  },
  utf8() {
    const translator = made();
    // As everywhere in JavaScript: half a pair is written as U+FFFD.
    same('<x\ufffd>', translator.t('a', { a: 'x\ud800' }));
    same('<\u{1f600}>', translator.t('a', { a: '\u{1f600}' }));
    same('<é>', translator.getFixedT('en')('o', { o: { p: 'é' } }));
  },
  nul() {
    const translator = made();
    refused(() => translator.addFile('en', 'x', '/dev/null\0x'));
    refused(() => translator.addCatalog('/dev/null\0x'));
    same('<x\0y>', translator.t('a', { a: 'x\0y' }));
    same('x\0y', localization('x\0y').text('s.k'));
    same('x\0y', messages('v').decode('x\0y'));
  },
  dropped: () => dropped(false),
  released: () => dropped(true),
  events() {
    if (process.env.CALQUE_WASM) {
      // A module of WebAssembly cannot call back, and says so.
      assert.throws(() => new Translator('v4', '{}', () => {}), /calls no functions/);
      return;
    }
    const [lines, keys] = [[], []];
    const translator = new Translator('v4', '{"lng": "en", "saveMissing": true, "debug": true}', (line) => lines.push(line));
    translator.on('missingKey', (lngs, ns, key) => keys.push(key));
    translator.t('absent');
    same([true, ['absent']], [lines.length > 0, keys]);
    translator.on('missingKey', () => { throw new RangeError('no'); });
    assert.throws(() => translator.t('absent'), RangeError);
    assert.throws(() => translator.addResourceBundle('en', 'x', '{\n  "a": }'), { line: 2 });
  },
  exit() {
    kept = [made(), made().getFixedT('en'), messages('v'), localization('v')];
  },
};

async function main() {
  const name = isMainThread ? process.argv[2] : workerData;
  await cases[name]?.();
  if (isMainThread) console.log(cases[name] ? 'ok' : 'none');
}

main();
