/** The origin in the guides: an installation started with `npm start`. */
const WRITTEN = 'http://localhost:3000';

/** Replaces the origin in code blocks with the origin of this page, so that they can be copied unchanged. */
export function fillOrigin(): void {
  if (!location.protocol.startsWith('http') || location.origin === WRITTEN) return;
  for (const code of document.querySelectorAll('figure.code code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.nodeValue?.includes(WRITTEN)) text.nodeValue = text.nodeValue.replaceAll(WRITTEN, location.origin);
    }
  }
}
