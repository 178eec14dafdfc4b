// Catalogs of a folder, a compiled catalog, a message table, a proposed text.
'use strict';

const { Translator, Messages, Localization } = require('calque');

const [folder, catalog] = process.argv.slice(2);
const translator = new Translator('v4', {
  lng: 'pl', fallbackLng: 'en', ns: 'common', interpolation: { escapeValue: false },
});
translator.addFolder(folder);
console.log(translator.t('welcome', { name: 'Ada & Bo' }));
console.log(translator.t('greeting', { context: 'morning' }));
console.log(translator.t('time.day', { count: 3 }));
console.log(translator.t('books:due', { days: 2 }));
console.log(translator.t('books:pages', { pages: 12345.5 }));
const english = translator.getFixedT('en');
console.log(english('time.day', { count: 1 }));
translator.addCatalog(catalog);
console.log(translator.getFixedT('de')('time.day', { count: 2 }));
const messages = new Messages();
messages.load({ NAME: 'Blockly' }, 'bky_');
console.log(messages.decode('Learn with %{BKY_NAME}'));
const texts = new Localization();
texts.load({ data: { home: { title: 'Witaj' } } }, 'pl');
texts.propose('home.title', 'pl', 'Dzień dobry wszystkim');
console.log(texts.text('home.title'));
