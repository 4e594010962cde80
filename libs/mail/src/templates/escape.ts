/** Line breaks, other controls, and the marks that turn the direction of what follows: none of them belongs in a line. */
const UNFIT = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const UNFIT_BUT_BREAKS = /[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A text as one line: what is no character of a line becomes a space. */
export function oneLine(text: string): string {
  return text.replace(UNFIT, ' ').trim();
}

/** The paragraphs of a text that somebody wrote: blank lines part them, single breaks stay. */
export function paragraphs(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNFIT_BUT_BREAKS, ' ')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For the text of an element as well as for an attribute in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
