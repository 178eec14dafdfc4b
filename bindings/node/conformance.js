// Answers the requests of Tests/Conformance/hosts.py.
'use strict';

const { readFileSync } = require('node:fs');
const { Translator, Messages, DETAILS } = require('calque');

let translator;
const answers = {
  open(format, options) {
    try {
      translator = new Translator(format, options);
      return 'null';
    } catch (error) {
      return JSON.stringify(error.message);
    }
  },
  t: (keys, options) => translator.json(keys, options, DETAILS),
  exists: (keys, options) => JSON.stringify(translator.exists(keys, options)),
  languages: () => JSON.stringify(translator.languages),
  dir: (lng) => JSON.stringify(translator.dir(lng)),
  decode(messages, text) {
    const table = new Messages();
    table.load(messages);
    return JSON.stringify(table.decode(JSON.parse(text)));
  },
};

const lines = readFileSync(0, 'utf8').split('\n').slice(0, -1);
const output = lines.map((line) => {
  const [method, ...fields] = line.split('\t');
  return answers[method](...fields);
});
process.stdout.write(`${output.join('\n')}\n`);
