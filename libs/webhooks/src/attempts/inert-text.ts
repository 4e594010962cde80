/** A text of a receiver's as PostgreSQL takes it: every character but NUL, which becomes U+FFFD. Nothing else is changed. */
export function inert(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
