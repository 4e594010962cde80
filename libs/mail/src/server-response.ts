// Enough for a server's response and a link to its help page; some responses are pages long.
const MAX = 500;

/** The response of a mail server as one line of at most 500 characters, to store and to show. */
export function serverResponse(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return line.length > MAX ? `${line.slice(0, MAX - 1).trimEnd()}…` : line;
}
