import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import pg from 'pg';

/*
 * The floor of a snapshot, handwritten: the clients of a company in pages of 100 by id, in one transaction, as lines of JSON in compressed
 * parts. It stores the parts as the product does. node snapshot.mjs COMPANY FROM: the clients after this id. It waits for a line before it
 * begins, and writes one when it has ended.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const PAGE = 100;
const PART_CHARACTERS = 8 * 1024 * 1024;

const [company, from] = process.argv.slice(2).map(Number);
const [reader, writer] = [0, 1].map(() => new pg.Client({ connectionString: process.env.DATABASE_URL }));
for (const client of [reader, writer]) await client.connect();
await writer.query('CREATE TABLE IF NOT EXISTS floor_parts (number integer, content bytea)');
await writer.query('ALTER TABLE floor_parts ALTER COLUMN content SET STORAGE EXTERNAL');

const read = {
  name: 'floor_clients',
  text: 'SELECT * FROM clients WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT 100',
};
const store = { name: 'floor_part', text: 'INSERT INTO floor_parts VALUES ($1, $2)' };

process.on('message', () => void write().then((records) => process.send({ records })));
process.send('ready');

async function write() {
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  let [last, number, records, lines, characters] = [from, 0, 0, [], 0];
  for (let more = true; more;) {
    const { rows } = await reader.query({ ...read, values: [company, last] });
    more = rows.length === PAGE;
    for (const row of rows) {
      const line = `${JSON.stringify(row)}\n`;
      lines.push(line);
      characters += line.length;
    }
    records += rows.length;
    last = rows.at(-1)?.id ?? last;
    if (lines.length > 0 && (!more || characters >= PART_CHARACTERS)) {
      await writer.query({ ...store, values: [number, await promisify(gzip)(lines.join(''))] });
      [number, lines, characters] = [number + 1, [], 0];
    }
  }
  await reader.query('COMMIT');
  await writer.query('TRUNCATE floor_parts');
  return records;
}
