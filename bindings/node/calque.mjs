export { Translator, Messages, Localization, TEXT, JSON_VALUE, DETAILS } from './calque.js';
