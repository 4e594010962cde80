import { escapeHtml } from './content/html.js';
import type { Heading } from './content/markdown.js';
import { BASE, NAVIGATION, neighbours, type PageInfo } from './content/navigation.js';

/**
 * No inline script, no other host. The API may send the same policy as a header. This one also applies if another server serves
 * the files. Inline styles are allowed because Swagger UI sets style attributes.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The mark of all screens, as in static/favicon.svg. */
const MARK = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M18.5 10.2v8.3a5 5 0 0 1-10 0v-1.6" stroke-width="3"/><circle cx="18.5" cy="7.6" r="2.6" stroke-width="2.2"/><path d="M5.9 18.6 8.5 15.4l2.6 3.2" stroke-width="2.4"/></svg>`;

/** The stylesheet of the code, which the build writes. */
export const CODE_STYLES = 'assets/code.css';

export interface Shell {
  readonly page: PageInfo;
  readonly body: string;
  readonly headings: readonly Heading[];
  /** Files under assets/ that only this page needs. */
  readonly scripts?: readonly string[];
  readonly modules?: readonly string[];
  readonly styles?: readonly string[];
}

function sidebar(current: PageInfo): string {
  const groups = NAVIGATION.map(({ title, pages }) => {
    const items = pages.map((page) => {
      const here = page === current ? ' aria-current="page"' : page === current.parent ? ' aria-current="true"' : '';
      return `<li><a href="${BASE}${page.path}"${here}>${escapeHtml(page.title)}</a></li>`;
    });
    return `<p class="group">${title}</p><ul>${items.join('')}</ul>`;
  });
  return `<nav id="sidebar" class="sidebar" aria-label="Pages">${groups.join('')}</nav>`;
}

function onThisPage(headings: readonly Heading[]): string {
  const shown = headings.filter((heading) => heading.level === 2 || heading.level === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="toc" aria-label="On this page"><details><summary>On this page</summary><ul>${items.join('')}</ul></details></nav>`;
}

function pager(page: PageInfo): string {
  const { previous, next } = neighbours(page);
  if (!previous && !next) return '';
  const link = (to: PageInfo | undefined, rel: 'prev' | 'next', word: string) =>
    to === undefined
      ? ''
      : `<a rel="${rel}" href="${BASE}${to.path}"><span>${word}</span> <strong>${escapeHtml(to.title)}</strong></a>`;
  return `<nav class="pager" aria-label="Previous and next page">${link(previous, 'prev', 'Previous')}${link(next, 'next', 'Next')}</nav>`;
}

/** A whole HTML document around the body of a page. */
export function shell({ page, body, headings, scripts = [], modules = [], styles = [] }: Shell): string {
  const toc = onThisPage(headings);
  const asMarkdown = page.markdown ? `<link rel="alternate" type="text/markdown" href="${BASE}${page.markdown}">` : '';
  const source = page.markdown ? `<a href="${BASE}${page.markdown}">This page as Markdown</a> · ` : '';
  const asset = (file: string) => `${BASE}assets/${file}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Billhook documentation</title>
<meta name="description" content="${escapeHtml(page.description)}">
<link rel="icon" type="image/svg+xml" href="${asset('favicon.svg')}">
${asMarkdown}
<link rel="alternate" type="application/atom+xml" title="Changelog" href="${BASE}changelog.xml">
<script src="${asset('theme.js')}"></script>
${['tokens.css', 'site.css', 'prose.css', 'code.css', 'search.css', ...styles].map((file) => `<link rel="stylesheet" href="${asset(file)}">`).join('\n')}
${scripts.map((file) => `<script defer src="${asset(file)}"></script>`).join('\n')}
${['site.js', ...modules].map((file) => `<script type="module" src="${asset(file)}"></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="menu" aria-controls="sidebar" aria-expanded="false">Menu</button>
<a class="home" href="${BASE}">${MARK}<span>Billhook</span> <span class="quiet wide">Docs</span></a>
<button type="button" class="search-open" aria-keyshortcuts="/ Control+K">Search <kbd class="wide" aria-hidden="true">/</kbd></button>
<nav aria-label="Other pages"><a class="wide" href="${BASE}reference/">API reference</a><a href="/settings/">Settings</a></nav>
<button type="button" class="theme">Theme</button>
</header>
<div class="frame${page.wide ? ' wide-page' : ''}">
${sidebar(page)}
${toc}
<main id="content" tabindex="-1">
<article>
${body}
</article>
${pager(page)}
<footer>${source}<a href="${BASE}llms.txt">llms.txt</a></footer>
</main>
</div>
</body>
</html>
`;
}
