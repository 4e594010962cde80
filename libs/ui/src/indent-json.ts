// A string is one token, which keeps its content unchanged.
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g;

/** JSON with one line per member. Values are unchanged, including numbers of any length; text that is not JSON is returned unchanged. */
export function indentJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  const tokens = text.match(TOKEN) ?? [];
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  const written = tokens.map((token, n) => {
    if (token === ',') return `,${line()}`;
    if (token === ':') return ': ';
    if (token === '{' || token === '[') {
      depth += 1;
      return isClosing(tokens[n + 1]) ? token : token + line();
    }
    if (!isClosing(token)) return token;
    depth -= 1;
    return isOpening(tokens[n - 1]) ? token : line() + token;
  });
  return written.join('');
}

const isOpening = (token: string | undefined): boolean => token === '{' || token === '[';
const isClosing = (token: string | undefined): boolean => token === '}' || token === ']';
