import { createHighlighter } from 'shiki';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';

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

export interface Highlighting {
  /** A block of code as HTML. */
  readonly toHtml: (code: string, language: string) => string;
  /** The stylesheet of the blocks so far. */
  readonly styles: () => string;
}

/**
 * The HTML with a class for each pair of colours in place of a style attribute, and without spans in the colour of the block.
 * The code of the site has ten pairs, whose attributes would be almost half of its size.
 */
function withClasses(html: string, classes: Map<string, string>): string {
  const plain = /<pre [^>]*style="(--shiki-light:#\w+;--shiki-dark:#\w+)/.exec(html)?.[1]?.toLowerCase();
  return html.replace(/<span style="([^"]+)">([^<]*)<\/span>/g, (_, style: string, text: string) => {
    if (style.toLowerCase() === plain) return text;
    const name = classes.get(style) ?? `k${classes.size}`;
    classes.set(style, name);
    return `<span class="${name}">${text}</span>`;
  });
}

/** Prepares the highlighting of code for both themes. */
export async function createHighlighting(): Promise<Highlighting> {
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
  const classes = new Map<string, string>();
  const toHtml = (code: string, lang: string) =>
    highlighter.codeToHtml(code, {
      lang: known.has(lang) ? lang : 'text',
      themes: THEMES,
      // Both colours are variables, so the stylesheet selects one without a script.
      defaultColor: false,
      // The theme's grey for comments has less than 4.5:1 contrast on our background. This is the grey of our quiet text.
      colorReplacements: { [THEMES.light]: { '#6e7781': '#596275' } },
    });
  return {
    toHtml: (code, lang) => withClasses(toHtml(code, lang), classes),
    styles: () => [...classes].map(([style, name]) => `.${name}{${style}}`).join('\n'),
  };
}
