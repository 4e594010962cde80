import { DatabaseClient } from '@billhook/db/database-client';
import pg from 'pg';
import { allowedBy } from './side-crossings.js';
import { areBoth, sided, StatementSidesReader, type SchemaEffects, type SidedTables } from './statement-sides.js';

/** A statement that names tables of both sides, or a transaction that writes both. */
export interface SideCrossing extends SidedTables {
  readonly kind: 'statement' | 'transaction';
  /** The name of the statement; of those that write, for a transaction. */
  readonly names: readonly string[];
  readonly text: string;
}

/** How the names of statements begin that specs send on connections of the product. */
const OF_SPECS = /^test[ _]/;

/** What the product sends as a plain text. The rest is TypeORM's, for migrations and specs. */
const OF_PRODUCT = /^\s*(?:BEGIN|START|COMMIT|END|ABORT|ROLLBACK|DECLARE)\b/i;

const BEGINS = /^\s*(?:BEGIN|START\s+TRANSACTION)\b/i;
const COMMITS = /^\s*(?:COMMIT|END)\b/i;
const ROLLS_BACK = /^\s*(?:ABORT|ROLLBACK(?!\s+(?:WORK\s+|TRANSACTION\s+)?TO\b))\b/i;

/** Follows the statements of one connection. Without a transaction, each is one. */
export class SideWatch {
  /** The statements that have written in the open transaction, with their tables. */
  private open: Map<string, SidedTables> | undefined;

  constructor(
    private readonly reader: StatementSidesReader,
    private readonly report: (crossing: SideCrossing) => void,
  ) {}

  see(name: string, text: string): void {
    if (BEGINS.test(text)) this.open = new Map();
    else if (COMMITS.test(text)) this.end([...(this.open ?? [])], text);
    else if (ROLLS_BACK.test(text)) this.open = undefined;
    else if (!OF_SPECS.test(name)) this.seeStatement(name, text);
  }

  private seeStatement(name: string, text: string): void {
    const { named, written } = this.reader.read(text);
    // A statement that is planned for its values has no name: it is known by its tables.
    const label = name || ['unnamed', ...named.global, ...named.cell].join(' ');
    if (areBoth(named)) this.report({ kind: 'statement', names: [label], text, ...named });
    if (written.global.length + written.cell.length === 0) return;
    if (this.open) this.open.set(label, written);
    else this.end([[label, written]], text);
  }

  private end(statements: readonly (readonly [string, SidedTables])[], text: string): void {
    this.open = undefined;
    const written = sided(statements.flatMap(([, { global, cell }]) => [...global, ...cell]));
    if (areBoth(written))
      this.report({ kind: 'transaction', names: statements.map(([name]) => name).sort(), text, ...written });
  }
}

/** What the connections of this process have crossed without being listed, since it was taken last. */
const unlisted = new Map<string, SideCrossing>();
/** The entries of the lists that were needed. */
const needed = new Set<string>();
const seen = new Set<string>();

/**
 * Reads each statement that connections of the product send in this process. Other connections belong to specs.
 * Reading costs little: a text is read once, and a crossing is noted once.
 */
export function watchConnections(effects: SchemaEffects): void {
  const reader = new StatementSidesReader(effects);
  const watches = new WeakMap<pg.Client, SideWatch>();
  const client = pg.Client.prototype as { query: (this: pg.Client, ...args: unknown[]) => unknown };
  const send = client.query;
  client.query = function (this: pg.Client, ...args: unknown[]): unknown {
    if (this instanceof DatabaseClient) {
      const watch = watches.get(this) ?? new SideWatch(reader, note);
      watches.set(this, watch);
      const [query] = args as [string | { readonly name?: string; readonly text?: string } | undefined];
      if (typeof query === 'string') {
        if (OF_PRODUCT.test(query)) watch.see('', query);
      } else if (typeof query?.text === 'string') watch.see(query.name ?? '', query.text);
    }
    return send.apply(this, args);
  };
}

function note(crossing: SideCrossing): void {
  const key = `${crossing.kind} ${crossing.names.join(', ')}`;
  if (seen.has(key)) return;
  seen.add(key);
  const entry = allowedBy(crossing.kind, crossing.names);
  if (entry) needed.add(`${crossing.kind} ${entry}`);
  else unlisted.set(key, crossing);
}

/** Takes what was found, so that the next spec file does not find it. */
export function takeCrossings(): { unlisted: readonly SideCrossing[]; needed: readonly string[] } {
  const taken = { unlisted: [...unlisted.values()], needed: [...needed] };
  for (const key of unlisted.keys()) seen.delete(key);
  unlisted.clear();
  needed.clear();
  return taken;
}

/** The fault in words. */
export function crossingFault({ kind, names, text, global, cell }: SideCrossing): string {
  const what =
    kind === 'statement'
      ? `The statement "${names.join()}" names tables of both sides (${text.replace(/\s+/g, ' ').slice(0, 100)})`
      : `The transaction of "${names.join('", "')}" writes tables of both sides`;
  return `${what}: global ${global.join(', ')}, and of a cell ${cell.join(', ')}. Ask each side separately: a cell can be on another server (libs/db/src/table-sides.ts).`;
}
