// JavaScript wrappers of the WebAssembly library, whose functions app/web/wasm/gyre_web.h declares. For browsers and Node.js.

import { wasiHost } from './wasi.js';
import { Run } from './run.js';

/** Access to the instance's memory. Views are created on each access, because growing the memory detaches its buffer. */
export class Memory {
  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.exports = exports;
    this.decoder = new TextDecoder();
  }

  /** A view of numbers in the library's memory, valid until the next call. @returns {Float64Array} */
  numbers(pointer, count) {
    return pointer ? new Float64Array(this.exports.memory.buffer, pointer, count) : new Float64Array(0);
  }

  bytes(pointer, size) {
    return new Uint8Array(this.exports.memory.buffer, pointer, size);
  }

  /** A C string; null for a NULL pointer. */
  text(pointer) {
    if (!pointer) return null;
    const all = new Uint8Array(this.exports.memory.buffer, pointer);
    return this.decoder.decode(all.subarray(0, all.indexOf(0)));
  }

  /** Calls a function with a copy of the text as (pointer, size); the copy ends with NUL and is freed after the call. */
  withText(text, call) {
    const bytes = new TextEncoder().encode(text);
    const pointer = this.exports.malloc(bytes.length + 1);
    if (!pointer) throw new Error('out of memory: the text does not fit into the memory of the library');
    const place = this.bytes(pointer, bytes.length + 1);
    place.set(bytes);
    place[bytes.length] = 0;
    try {
      return call(pointer, bytes.length);
    } finally {
      this.exports.free(pointer);
    }
  }
}

const SEVERITY_ERROR = 0; // of gyre_severity

/**
 * @typedef {{line: number, column: number, text: string}} Problem  line 0: the whole file
 * @typedef {{name: string, title: string, text: string}} Example
 */

export class Engine {
  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.exports = exports;
    this.memory = new Memory(exports);
    this.version = this.memory.text(exports.gyre_web_version());
    /** @type {Example[]} */
    this.examples = this.#list('example', ['name', 'title', 'text']);
    /** @type {{name: string, text: string}[]} */
    this.methods = this.#list('method', ['name', 'text']);
  }

  #list(what, fields) {
    const items = [];
    for (let i = 0; this.exports[`gyre_web_${what}_name`](i); i++) {
      const item = {};
      for (const field of fields) item[field] = this.memory.text(this.exports[`gyre_web_${what}_${field}`](i));
      items.push(item);
    }
    return items;
  }

  /**
   * Reads a scene; if the scene has problems, run is null. Warnings report valid values that are probably mistakes.
   * @param {string} text
   * @param {{hasLedger?: boolean}} [options]
   * @returns {{run: Run | null, problems: Problem[], warnings: Problem[]}}
   */
  open(text, { hasLedger = true } = {}) {
    const e = this.exports;
    const pointer = this.memory.withText(text, (at, size) => e.gyre_web_open(at, size, hasLedger ? 1 : 0));
    if (!pointer) throw new Error('out of memory: the scene does not fit');
    const problems = [], warnings = [];
    for (let i = 0; i < e.gyre_web_problem_count(pointer); i++)
      (e.gyre_web_problem_severity(pointer, i) === SEVERITY_ERROR ? problems : warnings).push({
        line: e.gyre_web_problem_line(pointer, i),
        column: e.gyre_web_problem_column(pointer, i),
        text: this.memory.text(e.gyre_web_problem_text(pointer, i)),
      });
    if (problems.length === 0) return { run: new Run(this, pointer), problems, warnings };
    e.gyre_web_close(pointer);
    return { run: null, problems, warnings };
  }
}

/**
 * Starts the library. After a trap the state of the instance is undefined: start another instance from the same module.
 * @param {BufferSource | WebAssembly.Module} source
 * @returns {Promise<Engine>}
 */
export async function startEngine(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const host = wasiHost(module);
  const instance = await WebAssembly.instantiate(module, host.imports);
  host.attach(instance.exports.memory);
  instance.exports._initialize();
  return new Engine(instance.exports);
}
