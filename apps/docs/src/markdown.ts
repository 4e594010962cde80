import MarkdownIt from 'markdown-it';
import { createHighlighter } from 'shiki';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { escapeHtml } from './html.js';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

export type Renderer = (markdown: string) => Rendered;

const LANGUAGES = [
  'bash',
  'json',
  'javascript',
  'typescript',
  'python',
  'go',
  'php',
  'ruby',
  'java',
  'http',
  'dotenv',
  'yaml',
] as const;
const THEMES = { light: 'github-light-default', dark: 'github-dark-default' } as const;

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
  const highlighter = await createHighlighter({
    themes: Object.values(THEMES),
    langs: [],
    // The engine in JavaScript needs no WebAssembly and starts faster; all grammars above work with it.
    engine: createJavaScriptRegexEngine(),
  });
  // Sequentially, because grammars share parts and Jest's ES module loader fails on parallel imports of the same part.
  for (const language of LANGUAGES) await highlighter.loadLanguage(language);
  // With the aliases: `ts` is loaded as part of `typescript`.
  const known = new Set(highlighter.getLoadedLanguages());
  const markdown = new MarkdownIt({ html: true });

  markdown.renderer.rules.fence = (tokens, index) => {
    const token = tokens[index];
    const [lang = '', ...rest] = (token?.info ?? '').trim().split(' ');
    const title = /title="([^"]*)"/.exec(rest.join(' '))?.[1];
    const code = highlighter.codeToHtml((token?.content ?? '').trimEnd(), {
      lang: known.has(lang) ? lang : 'text',
      themes: THEMES,
      // Both colours are variables, so the stylesheet selects one without a script.
      defaultColor: false,
      // The theme's grey for comments has less than 4.5:1 contrast on our background. This is the grey of our quiet text.
      colorReplacements: { [THEMES.light]: { '#6e7781': '#596275' } },
    });
    const caption = title === undefined ? '' : `<figcaption>${escapeHtml(title)}</figcaption>`;
    return `<figure class="code">${caption}${code}</figure>\n`;
  };
  // Wide tables scroll separately, and the keyboard must be able to scroll them.
  markdown.renderer.rules.table_open = () =>
    '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';

  return (source) => {
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
    return { html, headings };
  };
}
