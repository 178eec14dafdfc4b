// The playground of the first page: the library as a WebAssembly module answers a call,
// and explains how it found the text.

const OK_BELOW = 20; // statuses from here on are failures
const FORMATS = { v4: 4, v3: 3, v2: 2, v1: 1, ios: 10 };
const NOT_SUPPORTED = 52; // WASI's ENOSYS

/** WASI for a module that opens no files: a clock, random bytes, and nothing else. */
function system(memory) {
  const view = () => new DataView(memory().buffer);
  const calls = {
    clock_time_get(id, precision, at) {
      view().setBigUint64(at, BigInt(Date.now()) * 1000000n, true);
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    random_get(at, length) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, at, length));
      return 0;
    },
    fd_prestat_get: () => 8, // EBADF: no folder is open
  };
  return new Proxy(calls, { get: (known, name) => known[name] ?? (() => NOT_SUPPORTED) });
}

/** The module's functions, with texts instead of addresses. */
export async function load(address) {
  let memory;
  const imports = { wasi_snapshot_preview1: system(() => memory) };
  const source = await (await fetch(address)).arrayBuffer();
  const module = await WebAssembly.compile(source);
  const functions = Object.fromEntries(
    WebAssembly.Module.imports(module).map(({ name }) => [name, imports.wasi_snapshot_preview1[name]]),
  );
  const { exports: c } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: functions });
  memory = c.memory;
  c._initialize();
  return new Library(c);
}

class Library {
  constructor(c) {
    this.c = c;
  }

  /** The text of a key, and the explanation of how it was found. Throws an Error. */
  translate(format, options, key, values) {
    return this.#borrow((room, text) => {
      const out = room(4);
      this.#check(room, (error) =>
        this.c.calque_translator_create(FORMATS[format], ...text(options), 0, out, error));
      const translator = this.#number(out);
      try {
        const given = [...text(key), ...text(values)];
        const shown = this.#owned(room, (...last) =>
          this.c.calque_translator_translate_json(translator, ...given, 0, ...last));
        const explained = this.#owned(room, (...last) =>
          this.c.calque_translator_explain(translator, ...given, ...last));
        return { shown, explained: JSON.parse(explained) };
      } finally {
        this.c.calque_translator_release(translator);
      }
    });
  }

  #number(at) {
    return new DataView(this.c.memory.buffer).getUint32(at, true);
  }

  /** Memory for one call; freed when it ends. */
  #borrow(run) {
    const kept = [];
    const room = (size) => {
      const at = this.c.malloc(size);
      if (at === 0) throw new RangeError('no memory');
      kept.push(at);
      new Uint8Array(this.c.memory.buffer, at, size).fill(0);
      return at;
    };
    const text = (value) => {
      const bytes = new TextEncoder().encode(value);
      const at = room(bytes.length + 1);
      new Uint8Array(this.c.memory.buffer, at, bytes.length).set(bytes);
      return [at, bytes.length];
    };
    try {
      return run(room, text);
    } finally {
      for (const at of kept) this.c.free(at);
    }
  }

  #check(room, call) {
    const out = room(4);
    if (call(out) < OK_BELOW) return;
    const error = this.#number(out);
    const bytes = new Uint8Array(this.c.memory.buffer, this.c.calque_error_message(error));
    const message = new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    this.c.calque_error_release(error);
    throw new Error(message);
  }

  #owned(room, call) {
    const out = room(8);
    this.#check(room, (error) => call(out, error));
    const bytes = new Uint8Array(this.c.memory.buffer, this.#number(out), this.#number(out + 4));
    const text = new TextDecoder().decode(bytes);
    this.c.calque_string_dispose(out);
    return text;
  }
}
