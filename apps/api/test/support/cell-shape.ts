import { withClient } from '@billhook/testing/test-server';

/** Apart from the names of NOT NULL. $1 is the schema. */
const SHAPE = `SELECT text FROM (
  SELECT format('column %s.%s %s %s %s %s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attstorage, attcompression, attcollation::regcollation, row_number() OVER (PARTITION BY attrelid ORDER BY attnum), pg_get_expr(d.adbin, d.adrelid))
    FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT format('table %s %s %s %s', oid::regclass, relkind, reloptions, pg_get_expr(relpartbound, oid)) FROM pg_class
    WHERE relnamespace = $1::regnamespace AND relkind <> 'c'
  UNION ALL SELECT format('index %s %s', pg_get_indexdef(indexrelid), indisvalid) FROM pg_index i JOIN pg_class c ON c.oid = indexrelid
    WHERE relnamespace = $1::regnamespace
  UNION ALL SELECT format('part %s of %s', inhrelid::regclass, inhparent::regclass) FROM pg_inherits JOIN pg_class c ON c.oid = inhparent
    WHERE relnamespace = $1::regnamespace
  UNION ALL SELECT format('constraint %s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) FROM pg_constraint
    WHERE connamespace = $1::regnamespace AND contype <> 'n'
  UNION ALL SELECT format('trigger %s %s', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace)
  UNION ALL SELECT format('function %s %s %s', oid::regprocedure, CASE prokind WHEN 'f' THEN pg_get_functiondef(oid) END, proacl IS NULL) FROM pg_proc WHERE pronamespace = $1::regnamespace
  UNION ALL SELECT format('sequence %s %s %s %s', seqrelid::regclass, seqtypid::regtype, seqmax, seqcache) FROM pg_sequence
    WHERE seqrelid IN (SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace)
  ) shape (text) ORDER BY text COLLATE "C"`;

/**
 * What a cell consists of, to compare it with another one. Read otherwise than by the product.
 * @returns texts without the name of the schema, and without brackets: a condition that is read again has fewer
 */
export function cellShape(url: string, schema: string): Promise<string[]> {
  const own = new RegExp(String.raw`\b${schema}\b`, 'g');
  return withClient(url, async (client) => {
    // Then PostgreSQL writes each name with its schema.
    await client.query('SET search_path = pg_catalog');
    const { rows } = await client.query<{ text: string }>(SHAPE, [schema]);
    return rows.map(({ text }) => text.replaceAll(own, 'cell').replaceAll(/[()]/g, '')).sort();
  });
}
