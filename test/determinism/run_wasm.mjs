// Runs a WebAssembly program of the determinism check in Node: node run_wasm.mjs program.wasm [arguments]
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [path, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: ['determinism', ...rest], env: process.env, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(path));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
