/** A change of rows, as the events of triggers are called. */
export type RowChange = 'INSERT' | 'UPDATE' | 'DELETE';

/** The names in a statement. */
export interface StatementTables {
  /** Tables that it reads, writes or locks. */
  readonly named: ReadonlySet<string>;
  /** Tables whose rows it inserts, changes or deletes. */
  readonly written: ReadonlyMap<string, ReadonlySet<RowChange>>;
  /** Functions that it calls. */
  readonly called: ReadonlySet<string>;
}

/** Comments, texts (also dollar-quoted), quoted names, words, and single characters. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|[a-z_][\w$]*|\d[\w.]*|\S/giu;

/** The words that end a list of tables. */
const LIST_ENDS: ReadonlySet<string> = new Set([
  ...['WHERE', 'GROUP', 'HAVING', 'WINDOW', 'ORDER', 'LIMIT', 'OFFSET', 'FETCH', 'FOR', 'RETURNING', 'SET', 'SELECT'],
  ...['UNION', 'INTERSECT', 'EXCEPT', 'WHEN', 'VALUES', 'THEN'],
]);
/** Functions whose arguments contain the word FROM. */
const WITH_FROM: ReadonlySet<string> = new Set(['EXTRACT', 'SUBSTRING', 'TRIM', 'OVERLAY', 'POSITION']);
/** Words between the one that announces a table and its name. */
const BETWEEN: ReadonlySet<string> = new Set(['ONLY', 'LATERAL', 'TABLE']);

const isWord = (token: string | undefined): token is string => token !== undefined && /^["a-z_]/i.test(token);
const nameOf = (token: string): string =>
  token.startsWith('"') ? token.slice(1, -1).replaceAll('""', '"') : token.toLowerCase();

/**
 * Finds the tables of a statement by the places in which SQL names one: a column with the name of a table is not found, and neither is a
 * name within a text. A common table expression with the name of a table counts as the table.
 */
export function tablesOf(text: string): StatementTables {
  const reader = new StatementReader(text);
  reader.read();
  return reader;
}

interface Level {
  /** A comma announces a table. */
  inList: boolean;
  readonly hasFrom: boolean;
}

class StatementReader implements StatementTables {
  readonly named = new Set<string>();
  readonly written = new Map<string, Set<RowChange>>();
  readonly called = new Set<string>();
  private readonly tokens: readonly string[];
  private at = 0;
  private inserted = '';
  /** One for each open bracket. */
  private levels: Level[] = [];
  private level: Level = { inList: false, hasFrom: true };

  constructor(text: string) {
    this.tokens = Array.from(text.matchAll(TOKEN), ([token]) => token).filter((token) => !/^(?:--|\/\*)/.test(token));
  }

  read(): void {
    for (; this.at < this.tokens.length; this.at += 1) this.readToken(this.word(0), this.word(-1));
  }

  private word(offset: number): string {
    return this.tokens[this.at + offset]?.toUpperCase() ?? '';
  }

  private readToken(token: string, before: string): void {
    if (token === '(') {
      this.levels.push(this.level);
      this.level = { inList: false, hasFrom: !WITH_FROM.has(before) };
    } else if (token === ')') this.level = this.levels.pop() ?? this.level;
    else if (token === ',' && this.level.inList) this.readTable();
    else if (token === 'FROM' || token === 'USING') this.readList(token, before);
    else if (token === 'JOIN' || token === 'COPY' || (token === 'TABLE' && before === 'LOCK')) this.readTable();
    else if (token === 'INTO' && (before === 'INSERT' || before === 'MERGE')) this.inserted = this.readTable('INSERT');
    else if (token === 'TRUNCATE') this.readTable('DELETE');
    else if (token === 'UPDATE') this.readUpdate(before);
    else if (LIST_ENDS.has(token)) this.level.inList = false;
    else if (this.word(1) === '(' && isWord(this.tokens[this.at])) this.called.add(token.toLowerCase());
  }

  private readList(token: string, before: string): void {
    if (!this.level.hasFrom || before === 'DISTINCT' || (token === 'USING' && this.word(1) === '(')) return;
    this.level.inList = true;
    this.readTable(before === 'DELETE' ? 'DELETE' : undefined);
  }

  private readUpdate(before: string): void {
    if (before === 'DO') this.written.get(this.inserted)?.add('UPDATE');
    else if (before !== 'FOR' && before !== 'KEY') this.readTable('UPDATE');
  }

  /** Reads the name that follows. Returns an empty text if it is the name of no table. */
  private readTable(change?: RowChange): string {
    while (BETWEEN.has(this.word(1))) this.at += 1;
    if (!isWord(this.tokens[this.at + 1])) return '';
    this.at += 1;
    // Without its schema.
    while (this.word(1) === '.' && isWord(this.tokens[this.at + 2])) this.at += 2;
    const name = nameOf(this.tokens[this.at] ?? '');
    if (this.word(1) === '(' && change === undefined) {
      this.called.add(name);
      return '';
    }
    this.named.add(name);
    if (change) this.written.set(name, (this.written.get(name) ?? new Set()).add(change));
    return name;
  }
}
