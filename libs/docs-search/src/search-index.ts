import MiniSearch from './minisearch.js';
import { SYNONYMS } from './search-synonyms.js';

export type SearchKind = 'Guide' | 'Operation' | 'Event' | 'Error' | 'Permission';

/** A section of a page, as the index stores it. */
export interface SearchEntry {
  /** Its address, with the anchor of the section. */
  readonly id: string;
  readonly page: string;
  /** The heading of the section, empty for the beginning of a page. */
  readonly section: string;
  readonly kind: SearchKind;
  /** Identifiers, one a line: a code, a path, a permission. */
  readonly names: string;
  readonly text: string;
}

export type DocsIndex = MiniSearch<SearchEntry>;

/** Stop words: they say nothing about what is sought. */
const STOP_WORDS = new Set(
  'a am an and any are as at be been being by can cannot did do does for from get gets got has have how i if in is it its just many me my need of on or our per please should so some than that the their them there these this those to us use using very want was we were what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** A word without the endings of plural and tense, so that `retrying` finds `retries`. */
export function stem(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length < 4 || /[\d_.]/.test(lower)) return lower;
  const plain = lower
    .replace(/(ies|ied|ying)$/, 'y')
    .replace(/([^s])s$/, '$1')
    .replace(/(?<=\w{3})(ing|ed)$/, '')
    .replace(/(?<=\w{4})e$/, '');
  return plain.replace(/([^aeiouls])\1$/, '$1');
}

/** The words of a text. An identifier is a word, and so is each of its parts: `key_revoked`, `invoice.paid`, `Idempotency-Key`. */
export function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? []).flatMap((word) => {
    const parts = word.split(/[._-]|(?<=\p{Ll})(?=\p{Lu})/u);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

const OPTIONS = {
  fields: ['title', 'context', 'section', 'names', 'text'],
  // The title of a page counts for its beginning. Its sections repeat it, which must not count as much.
  extractField: (entry: SearchEntry, field: string): string => {
    const isTitle = entry.section === '';
    if (field === 'title') return isTitle ? entry.page : '';
    if (field === 'context') return isTitle ? '' : entry.page;
    return entry[field as keyof SearchEntry];
  },
  storeFields: ['page', 'section', 'kind', 'names', 'text'],
  tokenize: wordsOf,
  processTerm: (word: string) => (STOP_WORDS.has(word.toLowerCase()) ? null : stem(word)),
};

/** A title counts more than a heading, a heading more than the text. */
const BOOST = { title: 3, context: 0.5, section: 3, names: 4, text: 1 };

/** A guide explains; the pages of the reference, of errors most of all, repeat its words. */
const KIND_BOOST: Readonly<Record<SearchKind, number>> = {
  Guide: 2,
  Operation: 0.9,
  Event: 0.7,
  Error: 0.25,
  Permission: 0.5,
};

/** A page counts more than one of its sections, and a page that is named exactly more than all others. */
const PAGE_BOOST = 1.5;
const NAMED_BOOST = 20;

const SYNONYM_BOOST = 0.8;

/** The index of all entries. Built with the site, as text. */
export function buildIndex(entries: readonly SearchEntry[]): DocsIndex {
  const index = new MiniSearch<SearchEntry>(OPTIONS);
  index.addAll(entries);
  return index;
}

export const loadIndex = (text: string): DocsIndex => MiniSearch.loadJSON<SearchEntry>(text, OPTIONS);

export interface SearchResult extends SearchEntry {
  /** The words of the entry that matched, for the marks. */
  readonly matches: readonly string[];
}

/** The ways to say a word of a query: the word, its synonyms and those of its parts (`x-ratelimit-remaining`), each as its terms. */
function alternativesOf(word: string): string[][] {
  const phrases = [word, ...wordsOf(word).flatMap((part) => SYNONYMS.get(part.toLowerCase()) ?? [])];
  return phrases.map((phrase) => wordsOf(phrase).flatMap((each) => OPTIONS.processTerm(each) ?? []));
}

/** Any of the alternatives of a word, all terms of each. Synonyms are matched exactly. */
const queryOf = ([word = [], ...synonyms]: string[][]) => ({
  combineWith: 'OR' as const,
  queries: [
    { combineWith: 'AND' as const, queries: word },
    ...synonyms.map((queries) => ({
      ...{ combineWith: 'AND' as const, queries },
      ...{ boostTerm: () => SYNONYM_BOOST, prefix: false, fuzzy: false },
    })),
  ],
});

/** The words of a query, without stop words. */
function wordsOfQuery(text: string): string[] {
  const words: string[] = text.match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.filter((word) => alternativesOf(word)[0]?.length);
}

/** The part of the words of a query that occur in a result, from 0 to 1. */
function coverage(words: readonly string[][][], matched: readonly string[]): number {
  const found = new Set(matched);
  const isFound = (alternatives: string[][]) => alternatives.some((terms) => terms.every((term) => found.has(term)));
  return words.filter(isFound).length / words.length;
}

/** What the other sections of a page add to the score of its best one. */
const SECTION_SHARE = 0.5;

/** The best sections for a text. A section counts by the words that it contains, and by the other sections of its page. */
export function find(index: DocsIndex, text: string, limit = 12): SearchResult[] {
  const words = wordsOfQuery(text).map(alternativesOf);
  if (words.length === 0) return [];
  const results = index
    .search(
      { combineWith: 'OR', queries: words.map(queryOf) },
      {
        boost: BOOST,
        // The terms come from `alternativesOf`.
        tokenize: (term) => [term],
        processTerm: (term) => term,
        prefix: (term) => term.length > 2,
        fuzzy: (term) => (term.length > 4 && !/\d/.test(term) ? 0.2 : false),
        weights: { fuzzy: 0.3, prefix: 0.25 },
        boostDocument: (_, __, stored) => weightOf(stored as unknown as SearchEntry, text),
      },
    )
    .map((result) => ({
      ...(result as unknown as SearchEntry),
      matches: result.terms,
      score: result.score * coverage(words, result.queryTerms) ** 3,
    }));
  const totals = new Map<string, number>();
  for (const { id, score } of results) totals.set(pageOf(id), (totals.get(pageOf(id)) ?? 0) + score);
  const rank = ({ id, score }: (typeof results)[number]) =>
    score + SECTION_SHARE * ((totals.get(pageOf(id)) ?? 0) - score);
  return leadingPagesFirst(fewOfEachPage(results.toSorted((a, b) => rank(b) - rank(a)))).slice(0, limit);
}

const pageOf = (id: string): string => id.split('#', 1)[0] ?? id;

function weightOf({ kind, section, names }: SearchEntry, text: string): number {
  const isNamed = names.toLowerCase().split('\n').includes(text.trim().toLowerCase());
  return KIND_BOOST[kind] * (section === '' ? PAGE_BOOST : 1) * (isNamed ? NAMED_BOOST : 1);
}

const MOST_OF_A_PAGE = 3;

/** This many pages are shown before a second section of one of them. */
const LEADING_PAGES = 3;

/** The best section of each of the leading pages first. */
function leadingPagesFirst<Result extends { readonly id: string }>(results: readonly Result[]): Result[] {
  const pages = [...new Set(results.map(({ id }) => pageOf(id)))].slice(0, LEADING_PAGES);
  const first = new Set(pages.map((page) => results.find(({ id }) => pageOf(id) === page)));
  return [...results.filter((result) => first.has(result)), ...results.filter((result) => !first.has(result))];
}

/** Leaves room for other pages. */
function fewOfEachPage<Result extends { readonly id: string }>(results: readonly Result[]): Result[] {
  const counts = new Map<string, number>();
  return results.filter(({ id }) => {
    const page = pageOf(id);
    const count = (counts.get(page) ?? 0) + 1;
    counts.set(page, count);
    return count <= MOST_OF_A_PAGE;
  });
}

/** A piece of text, marked or not. */
export interface Marked {
  readonly text: string;
  readonly marked: boolean;
}

const EXCERPT = 160;

/** The part of a text around its first match, with the matches marked. */
export function excerptOf(text: string, matches: readonly string[]): Marked[] {
  const found = new Set(matches);
  const isMatch = (word: string) => found.has(stem(word)) || wordsOf(word).some((part) => found.has(stem(part)));
  const pieces = text.split(/([\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*)/u);
  const first = Math.max(
    pieces.findIndex((piece, index) => index % 2 === 1 && isMatch(piece)),
    0,
  );
  const before = pieces.slice(0, first).join('');
  const start = before.length < EXCERPT / 2 ? 0 : first - 8;
  const shown: Marked[] = start > 0 ? [{ text: '… ', marked: false }] : [];
  let length = 0;
  for (let at = Math.max(start, 0); at < pieces.length && length < EXCERPT; at++) {
    const piece = pieces[at] ?? '';
    length += piece.length;
    if (piece !== '') shown.push({ text: piece, marked: at % 2 === 1 && isMatch(piece) });
  }
  return length < text.length - before.length ? [...shown, { text: ' …', marked: false }] : shown;
}
