import { buildIndex, type SearchEntry, type SearchKind } from '@billhook/docs-search/search-index';
import type { Section } from './content/markdown.js';
import { BASE, EVENTS_PAGE, OPERATIONS_PAGE, type PageInfo } from './content/navigation.js';

export type { SearchKind };

/** The file of the index, which the browser loads when the search opens. */
export const SEARCH_INDEX = 'search-index.json';

/** Long sections are found by their beginning. */
const LONGEST_TEXT = 900;

/** Those of operations, events and errors begin with what distinguishes them, and go on with tables. */
const LONGEST_PAGE_TEXT = 540;

/** Their items have pages, which are found instead. */
const LISTS: readonly PageInfo[] = [OPERATIONS_PAGE, EVENTS_PAGE];

/** Operations, events and errors are found as pages, not by their sections, which are the same on each. */
export function entriesOf(
  page: PageInfo,
  sections: readonly Section[],
  kind: SearchKind,
  names: readonly string[] = [],
): SearchEntry[] {
  if (LISTS.includes(page)) return sections.slice(0, 1).map((section) => sectionEntry(page, section));
  if (kind === 'Guide') return sections.map((section) => sectionEntry(page, section));
  const words = sections.map(({ words: text }) => text).filter(Boolean);
  const text = [page.description, ...words].join(' ').slice(0, LONGEST_PAGE_TEXT);
  return [
    {
      id: `${BASE}${page.path}`,
      page: page.title,
      section: '',
      kind,
      names: [...namesOf(page), ...names].join('\n'),
      text,
    },
  ];
}

function sectionEntry(page: PageInfo, { level, id, text, words }: Section): SearchEntry {
  const isPage = level === 1;
  const kind = page.path === 'permissions/' && !isPage ? 'Permission' : 'Guide';
  return {
    id: `${BASE}${page.path}${isPage ? '' : `#${id}`}`,
    page: page.title,
    section: isPage ? '' : text,
    kind,
    names: (kind === 'Permission' ? [text] : isPage ? namesOf(page) : []).join('\n'),
    text: (isPage ? `${page.description} ${words}` : words).slice(0, LONGEST_TEXT),
  };
}

/** The last part of the address: a code, a type, an operation, a guide. */
const namesOf = ({ path }: PageInfo): string[] => path.split('/').slice(-2, -1);

/** The index as the site serves it. */
export const indexText = (entries: readonly SearchEntry[]): string => JSON.stringify(buildIndex(entries));
