import { createHighlighter, type ThemeRegistrationRaw } from 'shiki';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import dark from 'shiki/themes/github-dark-default.mjs';
import light from 'shiki/themes/github-light-default.mjs';

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
/** No time limit: a busy machine would leave code without colours. */
const OPTIONS = { theme: 'pairs', tokenizeTimeLimit: 0 } as const;

export interface Highlighting {
  /** A block of code as HTML. */
  readonly toHtml: (code: string, language: string) => string;
  /** The stylesheet of the blocks so far. */
  readonly styles: () => string;
}

type Theme = Pick<ThemeRegistrationRaw, 'colors' | 'tokenColors'>;

/** The theme's grey for comments has less than 4.5:1 contrast on our background. This is the grey of our quiet text. */
const REPLACED: Readonly<Record<string, string>> = { '#6e7781': '#596275' };

/**
 * Both themes as one, because code is tokenized once for each theme, which is most of the time. Its colours are numbers of pairs.
 * @throws an Error if the rules of the themes differ in more than their colours
 */
function pairedTheme(lights: Theme, darks: Theme) {
  const pairs: string[] = [];
  const numberOf = (one = '', other = ''): string => {
    const pair = `--shiki-light:${REPLACED[one.toLowerCase()] ?? one};--shiki-dark:${other}`;
    if (!pairs.includes(pair)) pairs.push(pair);
    return `#${String(pairs.indexOf(pair)).padStart(6, '0')}`;
  };
  const text = numberOf(lights.colors?.['editor.foreground'], darks.colors?.['editor.foreground']);
  const settings = (lights.tokenColors ?? []).map(({ scope, settings }, index) => {
    const { scope: otherScope, settings: other } = darks.tokenColors?.[index] ?? {};
    if (String(scope) !== String(otherScope)) throw new Error(`The themes have other rules for ${String(scope)}.`);
    const colour = settings.foreground && numberOf(settings.foreground, other?.foreground);
    return { ...(scope && { scope }), settings: { ...(colour && { foreground: colour }) } };
  });
  const colors = { 'editor.foreground': text };
  return { theme: { name: 'pairs', type: 'light' as const, colors, settings }, pairs };
}

/** A class for each pair of colours in place of a style attribute, and no spans in the colour of the block, which is pair 0. */
function withClasses(html: string): string {
  return html
    .replace(/<span style="color:#0*(\d+)">([^<]*)<\/span>/g, (_, pair: string, text: string) =>
      pair === '0' ? text : `<span class="k${pair}">${text}</span>`,
    )
    .replace(/<pre [^>]*>/, '<pre class="shiki k0" tabindex="0">');
}

/** Prepares the highlighting of code for both themes. */
export async function createHighlighting(): Promise<Highlighting> {
  const { theme, pairs } = pairedTheme(light, dark);
  const highlighter = await createHighlighter({
    themes: [theme],
    langs: [],
    // The engine in JavaScript needs no WebAssembly and starts faster; all grammars above work with it.
    engine: createJavaScriptRegexEngine(),
  });
  // Sequentially, because grammars share parts and Jest's ES module loader fails on parallel imports of the same part.
  for (const language of LANGUAGES) await highlighter.loadLanguage(language);
  // With the aliases: `ts` is loaded as part of `typescript`.
  const known = new Set(highlighter.getLoadedLanguages());
  return {
    toHtml: (code, language) =>
      withClasses(highlighter.codeToHtml(code, { lang: known.has(language) ? language : 'text', ...OPTIONS })),
    // Each block selects one of the two colours without a script.
    styles: () => pairs.map((pair, index) => `.k${index}{${pair}}`).join('\n'),
  };
}
