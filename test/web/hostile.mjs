// Names and titles with code and control characters: no code runs, and every name is shown.
import { drawn, launch, ready } from './browser.mjs';
import { check, finish, overlaps, workshop } from './checks.mjs';

const HOOK = 'window.hacked=(window.hacked||0)+1';
const seeds = [
  '</script><script>HOOK</script>', '</SCRIPT ><script>HOOK</script>', '<script>HOOK</script>', '<!--<script>HOOK', '--><script>HOOK</script>', ']]><script>HOOK</script>',
  '<img src=x onerror=HOOK>', '<img src=x onerror="HOOK">', "<img src='x' onerror='HOOK'>", '<svg onload=HOOK>', '<svg><script>HOOK</script></svg>', '<body onload=HOOK>',
  '<iframe srcdoc="<script>parent.HOOK</script>">', '<iframe src="javascript:HOOK">', '<object data="javascript:HOOK">', '<embed src="javascript:HOOK">', '<a href="javascript:HOOK">a</a>',
  '<math><mtext></style><img src=x onerror=HOOK>', '<style>*{background:url(//example.invalid/a)}</style>', '<link rel=stylesheet href=//example.invalid/a.css>',
  '<meta http-equiv=refresh content="0;url=javascript:HOOK">', '<base href=//example.invalid/>', '<form action=javascript:HOOK><input autofocus onfocus=HOOK>', '<details open ontoggle=HOOK>',
  '<video><source onerror=HOOK></video>', '<input onfocus=HOOK autofocus>', '<template><script>HOOK</script></template>', '<noscript><p title="</noscript><img src=x onerror=HOOK>">',
  '"><script>HOOK</script>', "'><script>HOOK</script>", '" onmouseover="HOOK', "' onmouseover='HOOK", '`;HOOK;`', '${HOOK}', '{{constructor.constructor("HOOK")()}}', '");HOOK;//', "');HOOK;//",
  '\\");HOOK;//', '\\u003cscript\\u003eHOOK\\u003c/script\\u003e', '&lt;script&gt;HOOK&lt;/script&gt;', '&#60;script&#62;HOOK', '%3Cscript%3EHOOK%3C/script%3E', 'javascript:HOOK', 'data:text/html,<script>HOOK</script>',
  '\u2028HOOK\u2028', '\u2029HOOK\u2029', '\u202Egnp.exe', '\u202D\u202E\u202C', '\u2066\u2067\u2068\u2069', '\u200E\u200F', 'שלום עולם', 'مرحبا', '\u0001\u0002\u0003', '\u0007\u0008\u000b\u000c', '\u001b[31mred', '\u007f\u0080\u009f',
  'a\tb', 'a\nb', 'a\r\nb', '\ufeff', '\ufffe\uffff', '\u{1F4A3}\u{1F9E8}', '👩‍👩‍👧‍👦', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L', 'ﷺ', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢', '\u0000'.length ? 'null' : '', 'undefined', 'NaN', 'true', '__proto__', 'constructor', 'toString',
  'hasOwnProperty', 'prototype', '-1', '1e309', '[object Object]', '../../etc/passwd', 'C:\\con', '; DROP TABLE bodies;--', '$(HOOK)', '| HOOK', '=HOOK', '@HOOK', '+HOOK', '<', '>', '&', '"', "'", '\\', '/', '`', ' ', 'x'.repeat(200),
  'W'.repeat(80), '<'.repeat(100), '"'.repeat(90), 'a b '.repeat(50), '👾'.repeat(40), ']}', '{"tracks":""}', '","tracks":"', '<\/script>', '<script src=//example.invalid/x.js></script>', '<xss style=animation:x onanimationstart=HOOK>',
];
const bytes = (text) => Buffer.byteLength(text);
const names = [...new Set(seeds.map((seed) => seed.replaceAll('HOOK', HOOK)))].filter((name) => bytes(name) <= 255 && name.length > 0 && name !== 'all' && name !== 'world');
check(names.length >= 100, 'there are a hundred names', names.length);

function scene(title, list) {
  return {
    gyre: 1, title, dt: 0.02, duration: 0.1, fps: 50,
    bodies: list.map((name, i) => ({ name, mass: 1, shape: { type: 'box', size: [0.5, 0.5, 0.5] }, position: [i % 12, Math.floor(i / 12), 0], velocity: [0, 0, 1] })),
    forces: list.map((name) => ({ type: 'drag', name: Array.from(`by ${name}`).slice(0, 60).join(''), body: name, linear: 0.1 })).filter((force, i, all) => all.findIndex((other) => other.name === force.name) === i),
  };
}

const shop = workshop();
shop.run(scene(names[0], names), 'all.html');
const browser = await launch({ reducedMotion: 'reduce' });
await browser.context.addInitScript(() => {
  window.hacked = 0;
  for (const name of ['alert', 'confirm', 'prompt', 'open']) window[name] = () => { window.hacked++; };
});
const page = await browser.open(shop.at('all.html'), { width: 360, height: 500 });
await ready(page);
const before = await page.evaluate(() => document.querySelectorAll('*').length);
for (let i = 0; i < names.length; i++) await page.evaluate((at) => window.gyreReplay.select(at), i);
await drawn(page);
const after = await page.evaluate(() => document.querySelectorAll('*').length);
check(after === before, 'names add no elements', before, after);
check((await page.locator('#body option').count()) === names.length, 'every name is in the list');
check((await page.evaluate(() => document.scripts.length)) === 2, 'one script and one block of data');
const wrong = await overlaps(page);
check(wrong.length === 0, 'long names cause no overlaps', wrong.slice(0, 6));
const shown = await page.evaluate(() => Array.from(document.querySelectorAll('#body option'), (option) => option.textContent));
names.forEach((name, i) => check(shown[i].length > 0 || name.trim() === '', `name ${i} is shown`, JSON.stringify(name)));
check((await page.evaluate(() => window.hacked)) === 0, 'no code of a name has run');
check(page.trouble.length === 0, 'there are no errors, dialogs or requests', page.trouble.slice(0, 5));
await page.close();

// names as titles, which appear in the <title> too
for (let i = 0; i < names.length; i += 14) {
  shop.run(scene(names[i], ['body']), 'title.html');
  const one = await browser.open(shop.at('title.html'), { width: 360, height: 500 });
  await ready(one);
  check((await one.evaluate(() => window.hacked)) === 0 && one.trouble.length === 0, 'a title is text only', JSON.stringify(names[i]), one.trouble);
  await one.close();
}

// a planted script, which would run without the Content-Security-Policy
const planted = shop.text('title.html').replace('<body>', `<body><script>${HOOK}</script><img src=x onerror="${HOOK}">`);
const { writeFileSync } = await import('node:fs');
writeFileSync(shop.at('planted.html'), planted);
const guarded = await browser.open(shop.at('planted.html'), { width: 360, height: 500 });
await ready(guarded);
check((await guarded.evaluate(() => window.hacked)) === 0, 'the policy blocks a script that is not the page\'s');
check(guarded.trouble.some((line) => /Content Security Policy/.test(line)), 'the browser reports the violation', guarded.trouble);

await browser.close();
shop.close();
finish();
