import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { undrawableCharacters } from './faces.js';
import { cleaned } from './paragraph.js';
import { RecentTexts } from './recent-texts.js';

/** Why a document cannot be rendered, with a pointer to the member in the API. */
export interface RenderingError {
  readonly pointer: string;
  readonly code: 'text_not_drawable';
  readonly message: string;
}

const MOST_ERRORS = 100;
const MOST_NAMED = 5;

/** Characters of the texts that passed: names, addresses and terms repeat from document to document. */
const passed = new RecentTexts<number>(1_000_000);
/** A text and its entry. */
const weightOf = (characters: number): number => characters + 50;

/** The members that the API names differently. */
const NAMES: Readonly<Record<string, string>> = { '/client/contact': '/client/lastName' };

/**
 * What prevents a document from being rendered correctly; empty if nothing does. Checks every text of the source, to miss no
 * member, and opens no font.
 * @param source the whole document, or the members to check
 */
export function renderingErrors(source: Partial<PrintedDocument>): RenderingError[] {
  const errors: RenderingError[] = [];
  for (const { pointer, text } of textsOf(source, '')) {
    if (passed.get(text, weightOf) !== undefined) continue;
    const characters = undrawableCharacters(cleaned(text));
    if (characters.length === 0) {
      passed.set(text, text.length, weightOf(text.length));
      continue;
    }
    errors.push({ pointer: NAMES[pointer] ?? pointer, code: 'text_not_drawable', message: messageOf(characters) });
    if (errors.length === MOST_ERRORS) return errors;
  }
  return errors;
}

function* textsOf(value: unknown, pointer: string): Generator<{ pointer: string; text: string }> {
  if (typeof value === 'string') yield { pointer, text: value };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) yield* textsOf(member, `${pointer}/${name}`);
}

function messageOf(characters: readonly string[]): string {
  const named = characters.slice(0, MOST_NAMED).map((character) => `${character} (${codePoints(character)})`);
  const more = characters.length > MOST_NAMED ? ` and ${characters.length - MOST_NAMED} more` : '';
  return `has characters that the PDF cannot show: ${named.join(', ')}${more}`;
}

const codePoints = (text: string): string =>
  Array.from(text, (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .slice(0, MOST_NAMED)
    .join(' ');
