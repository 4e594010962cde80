// Enough for what a server says and a link to its help page; some say pages.
const MAX = 500;

/** What a mail server said, fit to be stored and shown: one line of at most 500 characters. */
export function replyWords(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return line.length > MAX ? `${line.slice(0, MAX - 1).trimEnd()}…` : line;
}
