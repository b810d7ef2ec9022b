// Dark or light theme: the system's setting until the user presses the button.
import { element, icon } from './dom.js';

const MOON = 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z';
const SUN = 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11 1h2v4h-2ZM11 19h2v4h-2ZM1 11h4v2H1ZM19 11h4v2h-4ZM4.2 5.6l1.4-1.4 2.9 2.8-1.5 1.5ZM15.6 17l1.4-1.5 2.8 2.9-1.4 1.4ZM4.2 18.4 7 15.5 8.5 17l-2.9 2.8ZM15.5 7l2.9-2.8 1.4 1.4L17 8.5Z';

// Returns the button. onChange('dark' | 'light') is called immediately and at every change.
export function createThemeSwitch(onChange) {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;
  const button = element('button', { type: 'button', class: 'key', id: 'theme', onclick: toggle });
  const now = () => chosen ?? (system.matches ? 'dark' : 'light');
  function apply() {
    const theme = now();
    document.documentElement.dataset.theme = theme;
    button.replaceChildren(icon(theme === 'dark' ? SUN : MOON));
    const words = theme === 'dark' ? 'Light colours' : 'Dark colours';
    button.setAttribute('aria-label', words);
    button.title = words;
    onChange(theme);
  }
  function toggle() {
    chosen = now() === 'dark' ? 'light' : 'dark';
    apply();
  }
  system.addEventListener('change', apply);
  apply();
  return button;
}
