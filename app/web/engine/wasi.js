// Stubs of the system calls that wasi-libc imports; the library opens no files and reads no environment.
// The output of a failed assertion is kept for the error message.

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NO_SUCH_CALL = 52;

/**
 * Returns imports that define every WASI call of a module.
 * @param {WebAssembly.Module} module
 * @returns {{imports: WebAssembly.Imports, attach: (memory: WebAssembly.Memory) => void, printed: () => string}}
 */
export function wasiHost(module) {
  let memory;
  let printed = '';
  const view = () => new DataView(memory.buffer);

  const calls = {
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    fd_write(descriptor, vectors, count, written) {
      if (descriptor !== 1 && descriptor !== 2) return BAD_DESCRIPTOR;
      let total = 0;
      for (let i = 0; i < count; i++) {
        const start = view().getUint32(vectors + 8 * i, true);
        const size = view().getUint32(vectors + 8 * i + 4, true);
        printed += new TextDecoder().decode(new Uint8Array(memory.buffer, start, size));
        total += size;
      }
      view().setUint32(written, total, true);
      return SUCCESS;
    },
    fd_close: () => BAD_DESCRIPTOR,
    fd_seek: () => BAD_DESCRIPTOR,
    proc_exit(code) {
      throw new WebAssembly.RuntimeError(`the library exited with code ${code}: ${printed.trim()}`);
    },
  };

  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = calls[name] ?? (() => NO_SUCH_CALL);
  }
  return { imports, attach: (m) => { memory = m; }, printed: () => printed };
}
