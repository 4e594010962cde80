import type { AttemptView } from '@billhook/contract/webhooks/delivery';

/** curl sets these itself. */
const OF_CURL: readonly string[] = ['host', 'connection', 'content-length'];

/** The log masks the value of a custom header with these. */
const MASKED = /^•+$/;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const variableOf = (header: string): string => header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');

/**
 * The request of an attempt as a command for a POSIX shell. It has no secret: the value of a custom header is read from a variable.
 * @param body null if it is no longer stored: the command then sends standard input
 */
export function curlCommand({ url, headers }: AttemptView['request'], body: string | null): string {
  const shown = Object.entries(headers ?? { 'content-type': 'application/json' }).filter(
    ([name]) => !OF_CURL.includes(name.toLowerCase()),
  );
  const lines = shown.map(([name, value]) => {
    const text = [value].flat().join(', ');
    // Without a value the shell says which variable is missing, and sends nothing.
    if (MASKED.test(text)) return `-H ${quoted(`${name}: `)}"\${${variableOf(name)}:?}"`;
    return `-H ${quoted(`${name}: ${text}`)}`;
  });
  const data = `--data-binary ${body === null ? '@-' : quoted(body)}`;
  return [`curl -i -X POST ${quoted(url)}`, ...lines, data].join(' \\\n  ');
}
