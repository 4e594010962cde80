import { FILTER_COMPARISONS, type EventFilter, type FilterValue } from '@billhook/domain/webhooks/event-filter';

export type FilterComparison = (typeof FILTER_COMPARISONS)[number];

export interface FilterRow {
  readonly field: string;
  readonly comparison: FilterComparison;
  readonly value: string;
}

/** A filter as it is edited: none, a list of conditions, or JSON for nested ones. */
export interface FilterDraft {
  readonly mode: 'none' | 'conditions' | 'json';
  readonly match: 'all' | 'any';
  readonly rows: readonly FilterRow[];
  readonly json: string;
}

export const NEW_ROW: FilterRow = { field: '', comparison: 'eq', value: '' };
const NO_FILTER: FilterDraft = { mode: 'none', match: 'all', rows: [NEW_ROW], json: '' };

/** What is wrong with a draft: a key of the texts below `endpointPage.filter`. */
export type FilterDraftError =
  | { readonly text: 'fieldMissing' | 'valueMissing'; readonly row: number }
  | { readonly text: 'notObject' }
  | { readonly text: 'notJson'; readonly message: string };

/** The draft of a stored filter: as conditions if it has no nested ones. */
export function draftOf(filter: EventFilter | null): FilterDraft {
  if (filter === null) return NO_FILTER;
  const match = filter.any ? 'any' : 'all';
  const parts = filter.all ?? filter.any ?? [filter];
  const rows = parts.map(rowOf);
  const json = JSON.stringify(filter, null, 2);
  if (rows.every((row) => row !== undefined)) return { mode: 'conditions', match, rows, json };
  return { ...NO_FILTER, mode: 'json', json };
}

function rowOf(filter: EventFilter): FilterRow | undefined {
  const [comparison, ...others] = FILTER_COMPARISONS.filter((name) => filter[name] !== undefined);
  if (filter.field === undefined || comparison === undefined || others.length > 0) return undefined;
  const value = filter[comparison];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  // A text with a comma, or one that reads like a literal, can only be written as JSON.
  if (values.some((each) => typeof each === 'string' && (isLiteral(each) || each.includes(',')))) return undefined;
  return { field: filter.field, comparison, value: values.map(String).join(', ') };
}

const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
const isLiteral = (text: string): boolean => Object.hasOwn(LITERALS, text);
const ON_TEXT: readonly FilterComparison[] = ['startsWith', 'endsWith', 'contains', 'gt', 'gte', 'lt', 'lte'];

/** The API compares texts that are numbers by value, so only literals are not texts. */
const valueOf = (text: string): FilterValue => (isLiteral(text) ? (LITERALS[text] ?? null) : text);

/** The filter of a draft, or what is wrong with it. The API checks the rest. */
export function filterOf(draft: FilterDraft): { readonly filter: EventFilter | null } | FilterDraftError {
  if (draft.mode === 'none') return { filter: null };
  if (draft.mode === 'json') return parsed(draft.json);
  const { rows, match } = draft;
  const row = rows.findIndex(({ field, value }) => !field.trim() || !value.trim());
  if (row >= 0) return { text: rows[row]?.field.trim() ? 'valueMissing' : 'fieldMissing', row };
  const conditions = rows.map(conditionOf);
  const [only, ...others] = conditions;
  return { filter: others.length === 0 && only ? only : { [match]: conditions } };
}

function conditionOf({ field, comparison, value }: FilterRow): EventFilter {
  const text = value.trim();
  const isList = comparison === 'in' || comparison === 'notIn';
  const operand = isList
    ? text
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean)
        .map(valueOf)
    : ON_TEXT.includes(comparison)
      ? text
      : valueOf(text);
  return { field: field.trim(), [comparison]: operand };
}

function parsed(json: string): { readonly filter: EventFilter | null } | FilterDraftError {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { text: 'notObject' };
    return { filter: value };
  } catch (error) {
    return { text: 'notJson', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Switches the mode, and keeps what was written where the other mode can show it. */
export function withMode(draft: FilterDraft, mode: FilterDraft['mode']): FilterDraft {
  const current = filterOf(draft);
  const filter = 'filter' in current ? current.filter : null;
  if (filter === null || mode === 'none') return { ...draft, mode };
  if (mode === 'json') return { ...draft, mode, json: JSON.stringify(filter, null, 2) };
  const as = draftOf(filter);
  return as.mode === 'conditions' ? as : { ...draft, mode };
}

/** Members that filters often read, offered while typing. */
export const SUGGESTED_FIELDS: readonly string[] = [
  'currency',
  'clientId',
  'status',
  'totals.gross',
  'dueDate',
  'method',
  'amount',
  'kind',
];
