/** A result that fits into the context of a model, and a note of what was left out. */
export interface Trimmed {
  readonly value: unknown;
  readonly notes: readonly string[];
}

type ResultMembers = Readonly<Record<string, unknown>>;

/** Characters of JSON in one result: about 10,000 tokens. */
export const MOST_CHARACTERS = 40_000;

/** Characters of a member in a list: an address is shorter, lines and snapshots of parties are longer. */
const MOST_IN_LIST = 250;

/** Characters of all records of one expansion in a list. */
const MOST_EXPANDED = 2_000;

/** Members that a list of records leaves out whatever their size: texts that are equal on every document, and what `totals` sums up. */
const REPEATED = new Set(['terms', 'notes', 'taxBreakdown']);

/** The time of a change. A day, like `dueDate`, stays. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Characters of a text that is cut. */
const CUT_TEXT = 2_000;

const isMembers = (value: unknown): value is ResultMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** What a list shortens. */
export interface ListedBy {
  /** The tool that returns a whole record of the list. Without one, records stay whole. */
  readonly getTool: string | undefined;
  /** Whether it lists records, such as invoices, whose times of change say little, unlike the times of events and deliveries. */
  readonly isRecords: boolean;
}

/** Trims a list or a record. */
export function trimmed(value: unknown, by: ListedBy, most = MOST_CHARACTERS): Trimmed {
  if (!isMembers(value)) return { value, notes: [] };
  const { data } = value;
  return Array.isArray(data) ? trimmedList(value, data, by, most) : trimmedRecord(value, most);
}

function trimmedList(list: ResultMembers, data: readonly unknown[], by: ListedBy, most: number): Trimmed {
  const { getTool } = by;
  const omitted = new Set<string>();
  const shortened = getTool === undefined ? data : data.map((record) => shortRecord(record, by, omitted));
  const notes =
    omitted.size > 0 && getTool !== undefined
      ? [
          `The records of this list are shortened: ${[...omitted].join(', ')}${by.isRecords ? ', times of changes' : ''} and empty members are left out. ${getTool} returns a whole record.`,
        ]
      : [];
  const fitting = countFitting(shortened, most);
  if (fitting === shortened.length) return { value: { ...list, data: shortened }, notes };
  // The cursor of the page would skip the records that are left out.
  const { page: _, ...rest } = list;
  return {
    value: { ...rest, data: shortened.slice(0, fitting) },
    notes: [
      ...notes,
      `Only the first ${fitting} of the ${shortened.length} records of this page fit. Call the tool again with limit ${Math.max(1, fitting)} to read page by page.`,
    ],
  };
}

function shortRecord(record: unknown, by: ListedBy, omitted: Set<string>): unknown {
  if (!isMembers(record)) return record;
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      if (isEmpty(value) || (by.isRecords && isTimeOfChange(name, value))) return [];
      const short = name === 'expanded' && isMembers(value) ? shortExpanded(value, omitted) : value;
      const isLarge = name !== 'expanded' && sizeOf(value) > MOST_IN_LIST;
      if (!isLarge && !(by.isRecords && REPEATED.has(name))) return [[name, short]];
      omitted.add(name);
      return [];
    }),
  );
}

/** `deletedAt` says that the record no longer exists. */
const isTimeOfChange = (name: string, value: unknown): boolean =>
  typeof value === 'string' && name !== 'deletedAt' && INSTANT.test(value);

/** The records of `expand` with what identifies them: their names, numbers, states and amounts, without anything nested. */
function shortExpanded(expanded: ResultMembers, omitted: Set<string>): ResultMembers {
  return Object.fromEntries(
    Object.entries(expanded).flatMap(([name, value]): [string, unknown][] => {
      const short = Array.isArray(value) ? value.map(plainMembers) : plainMembers(value);
      if (sizeOf(short) <= MOST_EXPANDED) return [[name, short]];
      omitted.add(`expanded.${name}`);
      return [];
    }),
  );
}

function plainMembers(record: unknown): unknown {
  if (!isMembers(record)) return record;
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) =>
        typeof value !== 'object' &&
        !REPEATED.has(name) &&
        !isTimeOfChange(name, value) &&
        sizeOf(value) <= MOST_IN_LIST,
    ),
  );
}

function countFitting(records: readonly unknown[], most: number): number {
  let size = 0;
  const first = records.findIndex((record) => (size += sizeOf(record)) > most);
  return first === -1 ? records.length : Math.max(1, first);
}

function trimmedRecord(record: ResultMembers, most: number): Trimmed {
  const value: Record<string, unknown> = { ...record };
  const notes = new Map<string, string>();
  while (sizeOf(value) > most) {
    const [largest] = Object.entries(value).sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
    if (!largest) break;
    const [name, member] = largest;
    const given = record[name];
    if (Array.isArray(member) && Array.isArray(given) && member.length > 1) {
      value[name] = member.slice(0, Math.ceil(member.length / 2));
      notes.set(name, `${name} is cut to the first ${Math.ceil(member.length / 2)} of ${given.length} entries.`);
    } else if (typeof member === 'string' && member.length > CUT_TEXT) {
      value[name] = member.slice(0, CUT_TEXT);
      notes.set(name, `${name} is cut to its first ${CUT_TEXT} characters.`);
    } else {
      delete value[name];
      notes.set(name, `${name} is left out.`);
    }
  }
  return { value, notes: [...notes.values()] };
}
