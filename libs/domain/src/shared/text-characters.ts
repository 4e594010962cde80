/** Whether a text can have several lines, which also decides its allowed characters. */
export type TextKind = 'oneLine' | 'lines';

/*
 * Avoids property escapes, so the OpenAPI document can contain it. Rejects control characters (C0, DEL, C1), and on one line also line
 * separators, characters that change the text direction (UAX 9) and interlinear annotations.
 */
const REFUSED: Readonly<Record<TextKind, string>> = {
  oneLine: '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufff9-\\ufffb',
  lines: '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f',
};

/** The pattern of each kind of text. */
export const TEXT_PATTERNS: Readonly<Record<TextKind, RegExp>> = {
  oneLine: new RegExp(`^[^${REFUSED.oneLine}]*$`),
  lines: new RegExp(`^[^${REFUSED.lines}]*$`),
};

/** The pattern of each kind of text with at least one or two characters after trimming. */
export function trimmedPattern(kind: TextKind, least: 1 | 2): RegExp {
  const [taken, visible] = [`[^${REFUSED[kind]}]`, `[^\\s${REFUSED[kind]}]`];
  return new RegExp(`^\\s*${visible}${taken}*${least === 2 ? visible : ''}\\s*$`);
}

/** The white space that `normalLine` replaces even if it is single: line breaks and tabs. */
const BREAKS = '\\t-\\r\\u0085\\u2028\\u2029';
const WHITE_SPACE = new RegExp(`[\\s\\u0085]{2,}|[${BREAKS}]`, 'g');

/**
 * One line of text as it is stored: composed (NFC), without white space at its ends, and with one space for each run of
 * white space, as in XML. A single no-break or wide space is typography and remains.
 */
export const normalLine = (text: string): string => text.replace(WHITE_SPACE, ' ').trim().normalize('NFC');

/** The pattern of one line before `normalLine`, with at least one or two characters after it. */
export function sentLinePattern(least: 1 | 2): RegExp {
  const [space, visible] = ['[\\s\\u0085]*', `[^\\s${REFUSED.oneLine}]`];
  const inner = `(?:[${BREAKS}]|[^${REFUSED.oneLine}])*`;
  return new RegExp(`^${space}${visible}${inner}${least === 2 ? visible : ''}${space}$`);
}

/** PostgreSQL cannot store half of a surrogate pair. */
const REFUSED_CHARACTER: Readonly<Record<TextKind, RegExp>> = {
  oneLine: new RegExp(`[${REFUSED.oneLine}]|\\p{Surrogate}`, 'u'),
  lines: new RegExp(`[${REFUSED.lines}]|\\p{Surrogate}`, 'u'),
};

/** More marks on one letter than any script has: nine are known from Tibetan. Not in the pattern, which cannot name marks. */
const TOO_MANY_MARKS = /\p{M}{10}/u;

/** Visible characters; U+2800 is a braille pattern without dots. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;

const NAMES: Readonly<Record<number, string>> = {
  0x00: 'NUL',
  0x09: 'a tab',
  0x0a: 'a line break',
  0x0d: 'a line break',
  0x85: 'a line break',
  0x2028: 'a line break',
  0x2029: 'a paragraph break',
  0x061c: 'a mark of direction',
  0x200e: 'a mark of direction',
  0x200f: 'a mark of direction',
};

function nameOf(code: number): string {
  const name = NAMES[code];
  if (name !== undefined) return name;
  if (code >= 0xd800 && code <= 0xdfff) return 'half of a character';
  if (code >= 0xfff9) return 'an annotation mark';
  return code >= 0x2000 ? 'a change of direction' : 'a control character';
}

/** The first rejected character of a text and its place, as the rest of a sentence, or undefined. */
export function characterError(text: string, kind: TextKind): string | undefined {
  const found = REFUSED_CHARACTER[kind].exec(text);
  if (!found) return kind === 'oneLine' ? marksError(text) : undefined;
  const code = found[0].codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase().padStart(4, '0');
  const place = [...text.slice(0, found.index)].length + 1;
  return `must not contain U+${hex} (${nameOf(code)}), which is character ${place}`;
}

function marksError(text: string): string | undefined {
  const found = TOO_MANY_MARKS.exec(text);
  return found ? `must not have 10 accents or more on character ${[...text.slice(0, found.index)].length}` : undefined;
}

/** Whether a text contains visible characters. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);
