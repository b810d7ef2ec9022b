// Downloads, and the link to the scene.
import { element } from '../view/dom.js';
import { toFragment } from './share.js';

const FORMATS = [
  ['scene', 'Scene', 'scene.json', 'application/json', 'the scene with the current state'],
  ['csv', 'CSV', 'csv', 'text/csv', 'a table: one row per body and frame'],
  ['glb', 'GLB', 'glb', 'model/gltf-binary', 'an animation for Blender and other viewers'],
  ['html', 'Replay', 'html', 'text/html', 'a page that replays the run'],
  ['json', 'Ledger', 'ledger.json', 'application/json', 'the ledger of energy and momenta'],
  ['svg', 'Plots', 'svg', 'image/svg+xml', 'energy, momentum, angular momentum'],
];

function download(bytes, type, name) {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = element('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

/** host: { session, name(): file name without extension, where(): contents of the link, tell(text): shows a message } */
export function createFiles({ session, name, where, tell }) {
  const status = element('p', { class: 'hint', role: 'status' });
  const link = element('input', { type: 'text', id: 'link', readonly: true, hidden: true, 'aria-label': 'Link to this scene' });

  async function save([format, label, extension, type], button) {
    button.disabled = true;
    try {
      const pause = async (part) => {
        status.textContent = `${label}: ${Math.round(100 * part)} %`;
        await new Promise((done) => setTimeout(done, 0));
      };
      const bytes = format === 'scene' ? session.run.sceneText() : await session.run.export(format, pause);
      download(bytes, type, `${name()}.${extension}`);
      status.textContent = `${name()}.${extension}: ${bytes.length.toLocaleString('en')} bytes`;
    } catch (error) {
      status.textContent = `${label}: ${error.message}`;
    }
    button.disabled = false;
  }

  async function share() {
    const fragment = await toFragment(where());
    history.replaceState(null, '', `#${fragment}`);
    link.hidden = false;
    link.value = location.href;
    link.select();
    try {
      await navigator.clipboard.writeText(location.href);
      tell('Link copied. It contains the whole scene.');
    } catch {
      tell('Copy the link below the buttons. It contains the whole scene.');
    }
  }

  const buttons = FORMATS.map((format) => {
    const button = element('button', { type: 'button', class: 'key', 'data-format': format[0], title: format[4], onclick: () => save(format, button) }, format[1]);
    return button;
  });
  return element('div', {},
    element('p', { class: 'hint' }, 'Exports the run so far, including your pushes and pulls; before the first step, the whole scene. With two runs, exports the left run.'),
    element('div', { class: 'keys' }, ...buttons),
    element('div', { class: 'keys' }, element('button', { type: 'button', class: 'key', id: 'share', onclick: share }, 'Link to this scene')),
    link, status);
}
