/** What a pasted text contains of a request. Undefined where it contains none. */
export interface PastedRequest {
  readonly id?: string;
  readonly timestamp?: string;
  readonly signature?: string;
  readonly body?: string;
}

/**
 * Reads a request from raw HTTP, a curl command, or headers as a program logs them (`webhook-id: …`, `"webhook-id": "…"`).
 * The body of raw HTTP follows the first blank line; the body of a curl command is its data.
 */
export function pastedRequest(text: string): PastedRequest {
  const isCurl = /^\s*\$?\s*curl\s/.test(text);
  const words = isCurl ? shellWords(text) : [];
  const headers = isCurl ? optionsOf(words, HEADER_OPTIONS).join('\n') : headOf(text);
  const body = isCurl ? optionsOf(words, DATA_OPTIONS).join('&') : bodyOf(text);
  return withoutEmpty({
    id: headerOf(headers, 'id'),
    timestamp: headerOf(headers, 'timestamp'),
    signature: headerOf(headers, 'signature'),
    body: body === '' ? undefined : body,
  });
}

const HEADER_OPTIONS = ['-H', '--header'];
const DATA_OPTIONS = ['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json'];

const withoutEmpty = (all: Readonly<Record<string, string | undefined>>): PastedRequest =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''));

/** A line feed alone, or with a carriage return. */
const BLANK_LINE = /\r?\n\r?\n/;

const isHttp = (text: string): boolean => BLANK_LINE.test(text) && !text.trimStart().startsWith('{');

const headOf = (text: string): string => (isHttp(text) ? (text.split(BLANK_LINE)[0] ?? '') : text);

function bodyOf(text: string): string {
  if (!isHttp(text)) return isMessage(text) ? text : '';
  const blank = BLANK_LINE.exec(text);
  return blank ? text.slice(blank.index + blank[0].length) : '';
}

function isMessage(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value && 'data' in value;
  } catch {
    return false;
  }
}

/** The value of a header in any of the usual spellings; frameworks write HTTP_WEBHOOK_ID as well. */
function headerOf(text: string, name: string): string | undefined {
  const found = new RegExp(`webhook[-_]${name}["']?\\]?\\s*(?::|=>|=)\\s*\\[?\\s*(["']?)(.*)`, 'i').exec(text);
  if (!found) return undefined;
  const [, quote = '', rest = ''] = found;
  if (quote !== '') return rest.split(quote)[0];
  return rest.replace(/[\s,\]}]+$/, '').trim();
}

/** The values of options, including those written in one word: `-Hname: value`, `--data=value`. */
function optionsOf(words: readonly string[], names: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    if (names.includes(word)) return words[index + 1] ?? [];
    const name = names.find((each) => word.startsWith(each.startsWith('--') ? `${each}=` : each));
    if (name === undefined || (!name.startsWith('--') && word.startsWith('--'))) return [];
    return word.slice(name.startsWith('--') ? name.length + 1 : name.length);
  });
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The words of a shell command: quotes, `$'…'` and backslashes are resolved, variables are not. */
function shellWords(text: string): string[] {
  const words: string[] = [];
  const token = /\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\\r?\n|\\([\s\S])|(\s+)|([^\s'"\\]+)/g;
  let word: string | undefined;
  for (const [all, ansi, single, double, escaped, space, plain] of text.matchAll(token)) {
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (!/^\\\r?\n$/.test(all)) {
      const part =
        ansi?.replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (_, hex: string | undefined, one: string | undefined) =>
          hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (ESCAPES[one ?? ''] ?? one ?? ''),
        ) ??
        single ??
        double?.replace(/\\(["\\$`])/g, '$1') ??
        escaped ??
        plain ??
        '';
      word = (word ?? '') + part;
    }
  }
  return word === undefined ? words : [...words, word];
}
