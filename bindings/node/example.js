// Catalogs of a folder in two languages, and a message table.
'use strict';

const { Translator, Messages } = require('./calque.js');

const folder = process.argv[2];
const translator = new Translator('v4', {
  lng: 'pl', fallbackLng: 'en', ns: 'common', interpolation: { escapeValue: false },
});
for (const lng of ['pl', 'en']) translator.addFile(lng, 'common', `${folder}/${lng}/common.json`);
console.log(translator.t('welcome', { name: 'Ada & Bo' }));
console.log(translator.t('greeting', { context: 'morning' }));
console.log(translator.t('time.day', { count: 3 }));
const english = translator.getFixedT('en');
console.log(english('time.day', { count: 1 }));
const messages = new Messages();
messages.load({ NAME: 'Blockly' }, 'bky_');
console.log(messages.decode('Learn with %{BKY_NAME}'));
