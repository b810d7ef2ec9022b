// Builds the documentation as a static site: node tools/site.mjs build/site, or make docs.
//
// Every *.md of docs and README.md becomes an HTML page at the same path; README.md becomes index.html. Linked files of the project become
// pages that show their text, and linked folders become lists of files; include/gyre becomes Doxygen's reference if it was built. The pages
// use no scripts and load nothing from elsewhere. At the end the script checks every link and anchor, and fails if one is broken.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { Marked } from 'marked';

const target = process.argv[2] ?? 'build/site';
const hasReference = existsSync(join(target, 'reference/index.html'));
const style = readFileSync('tools/site.css', 'utf8');
const IMAGE = /\.(png|svg|jpg)$/;

const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const plain = (html) => html.replace(/<[^>]*>/g, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&');

// ---- paths ----

// Path on the site for a file or folder of the project.
function placeOf(path) {
  if (path === '') path = '.';
  if (hasReference && path === 'include/gyre') return 'reference/index.html';
  if (hasReference && /^include\/gyre\/\w+\.h$/.test(path)) return `reference/${path.slice(13).replace(/_/g, '__').replace('.', '_8')}.html`;
  if (IMAGE.test(path)) return path;
  if (existsSync(path) && statSync(path).isDirectory()) return existsSync(join(path, 'README.md')) ? placeOf(join(path, 'README.md')) : join(path, 'index.html');
  if (path.endsWith('.md')) return path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');
  return `${path}.html`;
}

const wanted = new Set(); // files and folders of the project that pages link to
const written = new Map(); // place: HTML

function linkFrom(page, address) {
  if (/^[a-z]+:/.test(address)) return address;
  const [path, anchor] = address.split('#');
  if (path === '') return address;
  const file = normalize(join(dirname(page), path)).replace(/\/$/, '');
  if (!existsSync(file)) throw new Error(`${page}: the link ${address} is broken: no such file`);
  wanted.add(file);
  return relative(dirname(placeOf(page)), placeOf(file)) + (anchor ? `#${anchor}` : '');
}

// ---- Markdown ----

// Colours comments, strings and keywords.
function coloured(code, language) {
  const patterns = {
    c: /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("(?:\\.|[^"\\\n])*")|\b(?:(?:const|static|struct|enum|union|typedef|return|if|else|for|while|do|switch|case|break|int|void|double|char|size_t|uint64_t|uint32_t|unsigned|inline|sizeof)\b|(#\w+))/g,
    python: /(#[^\n]*)|("(?:\\.|[^"\\\n])*")|\b(?:def|for|in|import|from|return|lambda|if|else|print)\b/g,
    sh: /((?:^|(?<=\s))#[^\n]*)|("(?:\\.|[^"\\])*"|'[^']*')|\b(?:for|do|done|in|if|then|fi)\b/g,
    json: /(?!)()|("(?:\\.|[^"\\\n])*")(?=\s*:)/g,
  };
  const pattern = patterns[language];
  if (!pattern) return escape(code);
  let out = '', at = 0;
  for (const match of code.matchAll(pattern)) {
    out += escape(code.slice(at, match.index)) + `<span class="${match[1] ? 'c' : match[2] ? 's' : 'w'}">${escape(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return out + escape(code.slice(at));
}

// Anchors of headings by GitHub's rules, as in test/check_code_blocks.py.
function slugs() {
  const seen = new Map();
  return (text) => {
    const slug = text.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, '').replace(/ /g, '-'), count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count ? `${slug}-${count}` : slug;
  };
}

function render(page) {
  const slug = slugs();
  let title = '';
  const renderer = {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens), name = slug(plain(html));
      if (depth === 1 && !title) title = plain(html);
      return `<h${depth} id="${name}"><a class="here" href="#${name}">${html.replace(/<\/?a[^>]*>/g, '')}</a></h${depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escape(linkFrom(page, href))}">${this.parser.parseInline(tokens)}</a>`;
    },
    image({ href, text }) {
      return `<img src="${escape(linkFrom(page, href))}" alt="${escape(text)}">`;
    },
    code({ text, lang }) {
      return `<pre><code>${coloured(text, lang)}</code></pre>\n`;
    },
    html({ text }) {
      return /^\s*<!--/.test(text) ? '' : text;
    },
  };
  const marked = new Marked({ renderer, gfm: true });
  const body = marked.parse(readFileSync(page, 'utf8')).replace(/<table>/g, '<div class="table"><table>').replace(/<\/table>/g, '</table></div>');
  return { title: title || page, body };
}

// ---- page template ----

// Reads the table of contents: the sections of docs/README.md with their links.
function contents() {
  const sections = [];
  for (const line of readFileSync('docs/README.md', 'utf8').split('\n')) {
    const heading = line.match(/^## (.*)/), item = line.match(/^- \[([^\]]+)\]\(([^)]+)\)/);
    if (heading) sections.push({ title: heading[1], items: [] });
    if (item) sections.at(-1).items.push({ text: item[1], file: normalize(join('docs', item[2])) });
  }
  return sections;
}
const sections = contents(), order = ['README.md', 'docs/README.md', ...sections.flatMap(({ items }) => items.map(({ file }) => file))];

function frame(place, title, body, page) {
  const to = (file) => escape(relative(dirname(place), placeOf(file)));
  const menu = sections.map(({ title: name, items }) => `<h2>${escape(name)}</h2>\n<ul>\n` +
    items.map(({ text, file }) => `<li><a href="${to(file)}"${file === page ? ' aria-current="page"' : ''}>${escape(text)}</a></li>`).join('\n') + '\n</ul>').join('\n');
  const at = order.indexOf(page), before = at > 0 && order[at - 1], after = at >= 0 && order[at + 1];
  const name = (file) => escape(sections.flatMap(({ items }) => items).find((item) => item.file === file)?.text ?? (file === 'README.md' ? 'Gyre' : 'Contents'));
  const around = before || after ? `<div class="around"><span>${before ? `<a href="${to(before)}">← ${name(before)}</a>` : ''}</span><span>${after ? `<a href="${to(after)}">${name(after)} →</a>` : ''}</span></div>` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title === 'Gyre' ? title : `${title} - Gyre`)}</title>
<style>
${style}</style>
</head>
<body>
<div class="page">
<p class="bar"><a class="home" href="${to('README.md')}">Gyre</a> <a href="#contents">Contents</a></p>
<nav class="all" id="contents" aria-label="Contents">
<a class="home" href="${to('README.md')}">Gyre</a>
${menu}
</nav>
<main>
${body}${around}
</main>
</div>
</body>
</html>
`;
}

// ---- pages ----

function write(place, html) {
  mkdirSync(dirname(join(target, place)), { recursive: true });
  writeFileSync(join(target, place), html);
  written.set(place, html);
}

function sourcePage(file) {
  const text = readFileSync(file, 'utf8'), language = /\.(c|h|inc|def)$/.test(file) ? 'c' : file.endsWith('.py') ? 'python' : file.endsWith('.sh') ? 'sh' : '';
  return `<h1>${escape(file)}</h1>\n<pre><code>${coloured(text, language)}</code></pre>\n`;
}

function folderPage(folder) {
  const rows = readdirSync(folder).sort().map((name) => {
    const file = join(folder, name);
    if (statSync(file).isDirectory()) return `<li>${escape(name)}/</li>`;
    wanted.add(file);
    return `<li><a href="${escape(relative(dirname(placeOf(folder)), placeOf(file)))}">${escape(name)}</a></li>`;
  });
  return `<h1>${escape(folder)}</h1>\n<ul>\n${rows.join('\n')}\n</ul>\n`;
}

function markdownOf(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((name) => name.endsWith('.md'));
}

for (const name of existsSync(target) ? readdirSync(target) : []) if (name !== 'reference') rmSync(join(target, name), { recursive: true });
['README.md', ...markdownOf('docs')].forEach((page) => wanted.add(page));
for (const file of wanted) { // rendering a page adds the files that it links to
  const place = placeOf(file);
  if (place.startsWith('reference/')) continue;
  if (IMAGE.test(file)) {
    mkdirSync(dirname(join(target, place)), { recursive: true });
    cpSync(file, join(target, place));
  } else if (file.endsWith('.md')) {
    const { title, body } = render(file);
    write(place, frame(place, title, body, file));
  } else if (statSync(file).isDirectory()) {
    if (!existsSync(join(file, 'README.md'))) write(place, frame(place, file, folderPage(file), file));
    else wanted.add(join(file, 'README.md'));
  } else {
    write(place, frame(place, file, sourcePage(file), file));
  }
}

// ---- check links and loaded files ----

let links = 0;
const failures = [];
const anchors = new Map([...written].map(([place, html]) => [place, new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))]));
for (const [place, html] of written) {
  const visible = html.replace(/<pre>[\s\S]*?<\/pre>/g, '');
  for (const [, kind, raw] of visible.matchAll(/ (href|src)="([^"]*)"/g)) {
    const address = plain(raw);
    if (/^[a-z]+:/.test(address)) {
      if (kind === 'src') failures.push(`${place}: loads ${address}`);
      continue;
    }
    links++;
    const [path, anchor] = address.split('#'), file = path ? normalize(join(dirname(place), path)) : place;
    if (!existsSync(join(target, file))) failures.push(`${place}: ${address} is a broken link`);
    else if (anchor && anchors.has(file) && !anchors.get(file).has(anchor)) failures.push(`${place}: ${address}: no such heading`);
  }
}
if (failures.length) {
  console.error(failures.map((text) => `FAILED: ${text}`).join('\n'));
  process.exit(1);
}
console.log(`${join(target, 'docs/index.html')}: ${written.size} pages, ${links} links${hasReference ? '' : '; without the reference, because Doxygen is not installed'}`);
