// Connects the form of the first page with the library.
import { load } from './playground.js';

const form = document.getElementById('playground');
const field = (name) => form.elements[name];
const shown = document.getElementById('playground-text');
const steps = document.getElementById('playground-steps');

/** The options of a translator for the catalog in the form. */
function options() {
  const catalog = JSON.parse(field('catalog').value);
  const lng = field('lng').value;
  const store = field('format').value === 'v1' ? 'resStore' : 'resources';
  const resources = { [lng]: { translation: catalog } };
  if (field('format').value === 'ios') return JSON.stringify({ lang: lng, resourcesStore: resources });
  return JSON.stringify({ lng, [store]: resources });
}

/** A row for each candidate: its language, namespace and key, and the outcome. */
function explain({ candidates }) {
  steps.replaceChildren(...candidates.map((each) => {
    const row = document.createElement('tr');
    for (const part of [each.lng, each.ns, each.key, each.outcome]) {
      row.insertCell().textContent = part;
    }
    row.className = each.outcome;
    return row;
  }));
}

function answer(library) {
  form.classList.remove('wrong');
  try {
    const { shown: text, explained } = library.translate(
      field('format').value, options(), field('key').value, field('values').value || '{}');
    shown.textContent = text;
    explain(explained);
  } catch (error) {
    form.classList.add('wrong');
    shown.textContent = error.message;
    steps.replaceChildren();
  }
}

if (form) {
  load(new URL('calque.wasm', import.meta.url)).then((library) => {
    form.addEventListener('input', () => answer(library));
    form.addEventListener('submit', (event) => event.preventDefault());
    answer(library);
    form.dataset.ready = 'yes';
  }, (error) => {
    shown.textContent = `The library could not be loaded: ${error.message}`;
  });
}
