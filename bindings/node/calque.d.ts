/** Calque for Node. Texts are UTF-8; a call that fails throws a CalqueError. */

export interface CalqueError extends Error {
  /** `CALQUE_` and the number of the status. */
  code: string;
  /** Where the mistake is, as far as that is known. */
  file?: string;
  line?: number;
  column?: number;
  /** JSON path of the offending value. */
  path?: string;
}

export type Format = 'ios' | 'v1' | 'v2' | 'v3' | 'v4';
export type Options = Record<string, unknown>;

/** i18next's `t`: options, or a default value, may follow the key. */
export interface TFunction {
  (keys: string | string[], options?: Options): string;
  (keys: string | string[], defaultValue: string, options?: Options): string;
}

/** A translator over i18next catalogs. */
export class Translator {
  /** `log` receives diagnostics, a line each; with the option `debug` also mistakes. */
  constructor(format: Format, options?: Options | string, log?: (line: string) => void);
  t: TFunction;
  exists(keys: string | string[], options?: Options): boolean;
  /** An immutable view, for hot code: a language, a namespace, a key prefix. */
  getFixedT(lng?: string, ns?: string, keyPrefix?: string): TFunction;
  /** Adds texts in place of those that are there. */
  addResourceBundle(lng: string, ns: string, tree: Options | string): void;
  /** LNG/NS.json, LNG.json and *.calque; called again, it loads them again. */
  addFolder(folder: string): void;
  readonly language: string;
  changeLanguage(lng: string): void;
  /** The available language that fits best. */
  bestLanguage(wanted: string | string[]): string;
  /** i18next's events, such as `missingKey` with the option `saveMissing`. */
  on(events: string, handler: (...args: any[]) => void): void;
  addFile(lng: string, ns: string, file: string): void;
  addCatalog(file: string): void;
  /** Keys and options as JSON text, and the result too. */
  json(keys: string, options?: string, form?: number): string;
  readonly languages: string[];
  dir(lng?: string): 'ltr' | 'rtl';
  /** Releases the memory; later calls throw. */
  close(): void;
}

/** A message table: case-insensitive keys, synonyms, %{key} references. */
export class Messages {
  constructor(options?: Options);
  load(messages: Record<string, string> | string, prefix?: string): void;
  decode(text: string): string;
  /** Releases the memory; later calls throw. */
  close(): void;
}

/** Texts by section and key, and better wordings that people propose for them. */
export class Localization {
  constructor(options?: Options);
  load(resource: Record<string, unknown> | string, locale?: string): void;
  text(identifier: string): string;
  propose(identifier: string, locale: string, value: string): void;
  /** Releases the memory; later calls throw. */
  close(): void;
}

export const TEXT: 0;
export const JSON_VALUE: 1;
export const DETAILS: 2;
