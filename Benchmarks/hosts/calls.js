// usage: node calls.js FOLDER
'use strict';

const fs = require('node:fs');
const { Translator } = require(process.env.CALQUE_MODULE);

function measure(library, row, call) {
  let best = Infinity;
  for (let round = 0; round < 9; round += 1) {
    const start = process.cpuUsage();
    for (let at = 0; at < 100000; at += 1) call(at);
    best = Math.min(best, process.cpuUsage(start).user * 1000 / 100000);
  }
  console.log(`${library}\t${row}\t${best.toFixed(0)}`);
}

const folder = process.argv[2];
const options = { lng: 'en', keySeparator: false, nsSeparator: false };
const translator = new Translator('v4', options);
translator.addFile('en', 'translation', `${folder}/en.json`);
const plain = Array.from({ length: 500 }, (_, at) => `message ${at}`);
const plural = Array.from({ length: 100 }, (_, at) => `${at} file`);
function rows(library, t) {
  if (t(plural[7], { count: 2 }) !== '2 files of 7') throw new Error(library);
  measure(library, 'plain', (at) => t(plain[at % 500]));
  measure(library, 'plural', (at) => t(plural[at % 100], { count: at % 201 }));
}
rows('Calque', translator.getFixedT('en'));
if (process.argv[3]) {
  const module = require(process.argv[3]);
  const i18next = (module.default ?? module).createInstance();
  const resources = { en: { translation: JSON.parse(fs.readFileSync(`${folder}/en.json`)) } };
  i18next.init({ ...options, initImmediate: false, resources });
  rows('i18next 22', i18next.getFixedT('en'));
}
