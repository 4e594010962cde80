import { existsSync, readFileSync } from 'node:fs';
import MarkdownIt, { type Token } from 'markdown-it';
import { createHighlighting, type Highlighting } from './highlighting.js';
import { escapeHtml } from './html.js';
import { BASE } from './navigation.js';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A heading and the text up to the next one, for the search. Code blocks and raw HTML are left out. */
export interface Section extends Heading {
  readonly words: string;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

export interface Renderer {
  (markdown: string): Rendered;
  /** The colours of the code that was rendered. */
  readonly codeStyles: () => string;
}

/**
 * The id of a heading. Underscores and dots stay, so that the anchor of `key_revoked` is `#key_revoked` (the `type` of every
 * problem document ends with it) and the anchor of `invoice.paid` is `#invoice.paid`.
 */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_.\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-');
}

/** Prepares a synchronous Markdown renderer with highlighting. Raw HTML is allowed, because the sources are trusted. */
export async function createRenderer(): Promise<Renderer> {
  return rendererWith(await createHighlighting());
}

/** The same without highlighting, which takes most of the time. For specs. */
export const createPlainRenderer = (): Renderer =>
  rendererWith({
    toHtml: (code) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`,
    styles: () => '',
  });

function rendererWith({ toHtml, styles }: Highlighting): Renderer {
  const markdown = new MarkdownIt({ html: true });

  markdown.renderer.rules.fence = (tokens, index) => {
    const token = tokens[index];
    const [lang = '', ...rest] = (token?.info ?? '').trim().split(' ');
    const title = /title="([^"]*)"/.exec(rest.join(' '))?.[1];
    const code = toHtml((token?.content ?? '').trimEnd(), lang);
    const caption = title === undefined ? '' : `<figcaption>${escapeHtml(title)}</figcaption>`;
    return `<figure class="code">${caption}${code}</figure>\n`;
  };
  // Wide tables scroll separately, and the keyboard must be able to scroll them.
  markdown.renderer.rules.table_open = () =>
    '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  markdown.renderer.rules.image = (tokens, index) => {
    const token = tokens[index];
    const source = String(token?.attrGet('src') ?? '');
    const attributes = Object.entries({ alt: token?.content ?? '', ...(guideImage(source) ?? { src: source }) });
    return `<img ${attributes.map(([name, value]) => `${name}="${escapeHtml(value)}"`).join(' ')}>`;
  };

  const render = (source: string): Rendered => {
    const tokens = markdown.parse(source, {});
    const headings: Heading[] = [];
    tokens.forEach((token, index) => {
      if (token.type !== 'heading_open') return;
      const text = (tokens[index + 1]?.children ?? []).map((child) => child.content).join('');
      const id = slug(text);
      token.attrSet('id', id);
      headings.push({ level: Number(token.tag.slice(1)), id, text });
    });
    const html = markdown.renderer
      .render(tokens, markdown.options, {})
      .replace(
        /<(h[2-4]) id="([^"]+)">(.*?)<\/\1>/g,
        (_, tag: string, id: string, inner: string) =>
          `<${tag} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this section: ${inner.replace(/<[^>]+>/g, '')}">#</a></${tag}>`,
      );
    return { html, headings, sections: sectionsOf(tokens, headings) };
  };
  return Object.assign(render, { codeStyles: styles });
}

function sectionsOf(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const words: string[][] = headings.map(() => []);
  let current = -1;
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') current++;
    const isHeading = tokens[index - 1]?.type === 'heading_open';
    if (token.type !== 'inline' || isHeading || current < 0) return;
    const texts = (token.children ?? []).filter(({ type }) => type === 'text' || type === 'code_inline');
    words[current]?.push(texts.map(({ content }) => content).join(''));
  });
  return headings.map((heading, index) => ({ ...heading, words: (words[index] ?? []).join(' ') }));
}

const PATH = /^images\/[\w-]+\.png$/;

/** The folder of the guides, from the sources and from the build. */
const GUIDES = ['../../guides/', '../../guides/'].map((path) => new URL(path, import.meta.url)).find(existsSync);

/** The attributes of a picture of the guides, which is loaded when it comes into view. Undefined for any other address. */
export function guideImage(source: string): Readonly<Record<string, string>> | undefined {
  if (!PATH.test(source) || !GUIDES) return undefined;
  // In the header of a PNG, the size follows the signature and the length and name of the first chunk.
  const size = readFileSync(new URL(source, GUIDES)).subarray(16, 24);
  return {
    src: BASE + source,
    width: String(size.readUInt32BE(0)),
    height: String(size.readUInt32BE(4)),
    loading: 'lazy',
  };
}
