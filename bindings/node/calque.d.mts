export * from './calque.js';
