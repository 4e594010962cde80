/** A text of a receiver as PostgreSQL accepts it: NUL becomes U+FFFD, everything else is unchanged. */
export function inert(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
