/** A record of a list. */
export type TableRecord = Readonly<Record<string, unknown>>;

interface PrintedTable {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const OF_A_DELIVERY = ['eventType', 'status', 'lastResponseStatus', 'createdAt'];

/** By what is listed: `invoices` by `invoices list`. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  clients: ['id', 'name', 'status', 'email', 'country'],
  'credit-notes': ['id', 'number', 'status', 'client', 'issueDate', 'gross'],
  invoices: ['id', 'number', 'status', 'client', 'dueDate', 'gross', 'balance'],
  payments: ['id', 'status', 'client', 'date', 'amount'],
  quotes: ['id', 'number', 'status', 'client', 'expiryDate', 'gross'],
  'webhook-deliveries': ['id', 'endpoint', ...OF_A_DELIVERY],
  'webhook-endpoints list-deliveries': ['id', ...OF_A_DELIVERY],
  'webhook-endpoints': ['id', 'url', 'description', 'status'],
};

/** Of another resource, the first members that are plain values. */
const MOST_COLUMNS = 6;

/** The records that a command lists in columns, with the names of clients and the addresses of endpoints. */
export function recordTable(command: string, records: readonly TableRecord[]): PrintedTable {
  const titles = COLUMNS[command.replace(/ list$/, '')] ?? plainMembers(records);
  return { titles, rows: records.map((record) => titles.map((title) => cellOf(record, title))) };
}

function plainMembers(records: readonly TableRecord[]): string[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  const plain = [...names].filter((name) => records.some((each) => each[name] != null && !isNested(each[name])));
  // The address names an endpoint better than its id.
  const haveAddress = records.every((each) => each['endpointUrl'] != null);
  const named = plain.filter((name) => name !== 'endpointId' || !haveAddress);
  return named.slice(0, MOST_COLUMNS);
}

function cellOf(record: TableRecord, title: string): string {
  switch (title) {
    case 'client':
      return text(memberOf(memberOf(record['expanded'], 'client'), 'name') ?? record['clientId']);
    case 'endpoint':
      return text(record['endpointUrl'] ?? record['endpointId']);
    case 'country':
      return text(memberOf(record['billingAddress'], 'country'));
    case 'gross':
      return money(memberOf(record['totals'], 'gross'), record);
    case 'amount':
    case 'balance':
      return money(record[title], record);
    default:
      return text(record[title]);
  }
}

const money = (amount: unknown, { currency }: TableRecord): string =>
  amount == null ? '' : `${text(amount)} ${text(currency)}`.trimEnd();

const isNested = (value: unknown): boolean => typeof value === 'object';

/** On one line: a text of a record may have line breaks. */
const text = (value: unknown): string =>
  value == null || isNested(value)
    ? ''
    : (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[\s\p{Cc}]+/gu, ' ');

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
