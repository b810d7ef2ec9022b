// Decodes the numbers of a run from the page. docs/OUTPUTS.md describes the format; src/record/replay_columns.h writes it.

const CONSTANT = -32768; // exponent value that marks a constant quantity
const WORLD = [['kinetic', 1], ['potential', 1], ['residual', 1], ['P', 3], ['L', 3]];
const BODY = [['x', 3], ['q', 4], ['v', 3], ['w', 3], ['L', 3], ['energy', 1]];

// Decodes base64 and inflates.
export async function unpack(text) {
  const letters = atob(text);
  const bytes = Uint8Array.from({ length: letters.length }, (_, i) => letters.charCodeAt(i));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Reads the bytes sequentially.
function reader(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const step = (size) => (at += size) - size;
  return {
    u8: () => bytes[at++],
    i16: () => view.getInt16(step(2), true),
    u32: () => view.getUint32(step(4), true),
    f32: () => view.getFloat32(step(4), true),
    f64: () => view.getFloat64(step(8), true),
    i8: () => view.getInt8(step(1)),
    // a signed integer: seven bits per byte, lowest first; bit 0 of the number is the sign
    multiple() {
      let value = 0, shift = 0, byte;
      do {
        byte = bytes[at++];
        value |= (byte & 127) << shift;
        shift += 7;
      } while (byte & 128);
      return (value >>> 1) ^ -(value & 1);
    },
    isAtEnd: () => at === bytes.length,
  };
}

// One quantity: component c in frame k is first[c] + n[c][k] * step; n is null if the quantity is constant.
function readQuantity(from, components, count) {
  const exponent = from.i16();
  const quantity = { count, components, step: 0, first: [], n: null };
  for (let c = 0; c < components; c++) quantity.first.push(from.f64());
  if (exponent === CONSTANT) return quantity;
  quantity.step = 2 ** exponent;
  quantity.n = quantity.first.map(() => {
    const order = from.u8(), n = new Int32Array(count);
    for (let k = 1; k < count; k++) n[k] = from.multiple();
    for (let d = 0; d < order; d++) for (let k = 1; k < count; k++) n[k] += n[k - 1];
    return n;
  });
  return quantity;
}

function readQuantities(from, list) {
  const count = from.u32();
  const read = { count };
  for (const [name, components] of list) read[name] = readQuantity(from, components, count);
  return read;
}

export function readTracks(bytes) {
  const from = reader(bytes);
  const frames = from.u32(), bodyCount = from.u32();
  const times = Float64Array.from({ length: frames }, () => from.f64());
  const world = readQuantities(from, WORLD);
  const bodies = Array.from({ length: bodyCount }, () => readQuantities(from, BODY));
  if (!from.isAtEnd()) throw new Error('the data of this page is damaged');
  return { frames, times, world, bodies };
}

export function readMeshes(bytes) {
  const from = reader(bytes), meshes = [];
  while (!from.isAtEnd()) {
    const vertices = from.u32(), triangles = from.u32();
    meshes.push({
      positions: Float32Array.from({ length: 3 * vertices }, () => from.f32()),
      normals: Float32Array.from({ length: 3 * vertices }, () => from.i8() / 127),
      triangles: Uint32Array.from({ length: 3 * triangles }, () => from.u32()),
    });
  }
  return meshes;
}

export function valueAt(quantity, c, k) {
  if (k >= quantity.count) return NaN; // the body was removed
  return quantity.n ? quantity.first[c] + quantity.n[c][k] * quantity.step : quantity.first[c];
}

export function vectorAt(quantity, k) {
  return quantity.first.map((_, c) => valueAt(quantity, c, k));
}

// A component over all frames; NaN after the body was removed.
export function columnOf(quantity, c, frames) {
  return Float64Array.from({ length: frames }, (_, k) => valueAt(quantity, c, k));
}

export function lengths(quantity, frames) {
  return Float64Array.from({ length: frames }, (_, k) => Math.hypot(...vectorAt(quantity, k)));
}

// The largest magnitude of a vector over the run.
export function largest(quantity) {
  const end = quantity.n ? quantity.count : Math.min(1, quantity.count);
  let size = 0;
  for (let k = 0; k < end; k++) size = Math.max(size, Math.hypot(...vectorAt(quantity, k)));
  return size;
}
