// Links that contain a scene in the fragment (after #), which browsers do not send to servers.
//   #example=tennis-racket              a built-in example
//   #scene=...                          a scene: deflated, then base64 with - and _
//   #text=...                           a scene without compression, for browsers that lack CompressionStream
// Optional: &method=, &other= (the second method of a comparison), &dt=

const LONGEST = 64 * 1024 * 1024; // [bytes] the library's limit for the text of a scene

function toBase64Url(bytes) {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

// Passes bytes through a stream. Fails above the limit, because a short link can unpack to gigabytes.
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LONGEST) throw new Error('the scene in the link is larger than 64 MiB');
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

export const gunzip = (bytes) => through(bytes, new DecompressionStream('gzip'));

/**
 * @param {{example?: string, text?: string, method?: string, other?: string, dt?: number}} what
 * @returns {Promise<string>} the fragment, without #
 */
export async function toFragment({ example, text, method, other, dt }) {
  const fields = new URLSearchParams();
  if (example) fields.set('example', example);
  else if (typeof CompressionStream === 'function')
    fields.set('scene', toBase64Url(await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))));
  else fields.set('text', toBase64Url(new TextEncoder().encode(text)));
  if (method) fields.set('method', method);
  if (other) fields.set('other', other);
  if (dt) fields.set('dt', String(dt));
  return fields.toString();
}

/** The inverse of toFragment; null if the fragment contains no scene. Throws if the fragment is invalid. */
export async function fromFragment(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const said = { method: fields.get('method'), other: fields.get('other'), dt: Number(fields.get('dt')) || null };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  if (fields.has('example')) return { ...said, example: fields.get('example') };
  if (fields.has('scene')) {
    const bytes = await through(fromBase64Url(fields.get('scene')), new DecompressionStream('deflate-raw'));
    return { ...said, text: decoder.decode(bytes) };
  }
  if (fields.has('text')) return { ...said, text: decoder.decode(fromBase64Url(fields.get('text'))) };
  return null;
}
