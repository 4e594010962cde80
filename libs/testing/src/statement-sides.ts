import { sideOf } from '@billhook/db/statement-side';
import { tablesOf, type RowChange, type StatementTables } from '@billhook/db/statement-tables';
import type { TableSide } from '@billhook/domain/shared/resources';
import { isInOwnSchema } from './own-tables.js';

/** What the schema itself does: the functions that statements call, and the triggers that changes of rows fire. */
export interface SchemaEffects {
  readonly functions: readonly { readonly name: string; readonly text: string }[];
  readonly triggers: readonly SchemaTrigger[];
}

interface SchemaTrigger {
  readonly table: string;
  readonly changes: readonly RowChange[];
  readonly function: string;
  /** Changes by other triggers do not fire it. */
  readonly isOuter: boolean;
}

/** Reads `SchemaEffects` from pg_proc and pg_trigger. The bits of tgtype: 4 INSERT, 8 DELETE, 16 UPDATE, 32 TRUNCATE. */
export const SCHEMA_EFFECTS = `SELECT
  (SELECT coalesce(json_agg(json_build_object('name', p.proname, 'text', p.prosrc)), '[]') FROM pg_proc p
    WHERE ${isInOwnSchema('p.pronamespace')}
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')) AS functions,
  (SELECT coalesce(json_agg(json_build_object('table', c.relname, 'function', p.proname,
      'isOuter', pg_get_triggerdef(t.oid) LIKE '%pg_trigger_depth() = 0%', 'changes',
      array_remove(ARRAY[CASE WHEN t.tgtype & 4 > 0 THEN 'INSERT' END, CASE WHEN t.tgtype & 40 > 0 THEN 'DELETE' END,
        CASE WHEN t.tgtype & 16 > 0 THEN 'UPDATE' END], NULL))), '[]') FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE NOT t.tgisinternal AND t.tgparentid = 0) AS triggers`;

/** The tables of a statement that are on one side only. */
export interface SidedTables {
  readonly global: readonly string[];
  readonly cell: readonly string[];
}

/** What a statement does, with the functions that it calls and the triggers that it fires. */
export interface StatementSides {
  readonly named: SidedTables;
  readonly written: SidedTables;
}

export const sided = (tables: Iterable<string>): SidedTables => {
  const names = [...new Set(tables)].sort();
  const on = (side: TableSide): string[] => names.filter((name) => sideOf(name) === side);
  return { global: on('global'), cell: on('cell') };
};

export const areBoth = ({ global, cell }: SidedTables): boolean => global.length > 0 && cell.length > 0;

/** Finds the sides of statements. Each text is read once. */
export class StatementSidesReader {
  private readonly functions: ReadonlyMap<string, StatementTables>;
  private readonly known = new Map<string, StatementSides>();

  constructor(private readonly effects: SchemaEffects) {
    this.functions = new Map(effects.functions.map(({ name, text }) => [name, tablesOf(text)]));
  }

  read(text: string): StatementSides {
    const known = this.known.get(text);
    if (known) return known;
    const statement = tablesOf(text);
    const all = [statement, ...this.following(statement, new Set(), true)];
    const sides = {
      named: sided(all.flatMap(({ named }) => [...named])),
      written: sided(all.flatMap(({ written }) => [...written.keys()])),
    };
    this.known.set(text, sides);
    return sides;
  }

  /** The functions that a statement runs, with those that they run. */
  private following({ written, called }: StatementTables, met: Set<string>, isOuter: boolean): StatementTables[] {
    const fired = this.effects.triggers.filter(
      (trigger) =>
        (isOuter || !trigger.isOuter) && trigger.changes.some((change) => written.get(trigger.table)?.has(change)),
    );
    return [...called, ...fired.map((trigger) => trigger.function)].flatMap((name) => {
      const inner = this.functions.get(name);
      if (!inner || met.has(name)) return [];
      met.add(name);
      return [inner, ...this.following(inner, met, false)];
    });
  }
}
