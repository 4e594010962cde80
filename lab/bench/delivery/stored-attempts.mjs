import { until } from '../base/stack.mjs';

const PER_EVENT = 50;

/**
 * Fills a database with old deliveries, each with its attempt, copied from one that a worker created. Dated today, so that the current
 * partition is the full one.
 */
export async function storedAttempts({ stack, world, receivers }, database, count, start) {
  const { databases } = stack;
  const query = (text, values) => databases.query(text, values, database);
  // Foreign key checks of rows that are known to be valid would take longest.
  await query('SET session_replication_role = replica');
  await query('CREATE TABLE bench_aside AS SELECT id, next_attempt_at FROM webhook_deliveries');
  await query("UPDATE webhook_deliveries SET next_attempt_at = now() + interval '7 days'");
  await world.events(1, { database });
  await receivers.behave();
  const worker = start(databases.urlOf(database));
  const delivered = () => query("SELECT id FROM webhook_deliveries WHERE status = 'Delivered' ORDER BY id DESC");
  await until(async () => (await delivered()).length === PER_EVENT);
  await worker.end();
  const [{ id: last }] = await delivered();

  const row = async (table, where, value) =>
    (await query(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${where} = $1`, [value]))[0].row;
  const delivery = await row('webhook_deliveries', 'id', last);
  const attempt = await row('webhook_attempts', 'delivery_id', last);
  const event = await row('events', 'position', delivery.event_position);
  const [{ position, sequence }] = await query(
    'SELECT max(position) AS position, max(sequence) AS sequence FROM events',
  );
  const endpoints = (await query('SELECT DISTINCT endpoint_id AS id FROM webhook_deliveries')).map(({ id }) => id);

  const events = count / PER_EVENT;
  await databases.insertLike(
    'events',
    event,
    { position: `${position} + n`, sequence: `${sequence} + n`, id: "'msg_stored' || n" },
    events,
    database,
  );
  const endpoint = `(ARRAY[${endpoints}]::bigint[])[1 + n % ${PER_EVENT}]`;
  await databases.insertLike(
    'webhook_deliveries',
    delivery,
    {
      id: `${last} + n`,
      event_position: `${position} + 1 + (n - 1) / ${PER_EVENT}`,
      endpoint_id: endpoint,
      sequence: `${count} + n`,
    },
    count,
    database,
  );
  await databases.insertLike(
    'webhook_attempts',
    attempt,
    { delivery_id: `${last} + n`, endpoint_id: endpoint },
    count,
    database,
  );

  // Sequences ignore rows with explicit numbers.
  for (const [table, column] of [
    ['events', 'position'],
    ['webhook_deliveries', 'id'],
  ])
    await query(`SELECT setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) FROM ${table}`);
  await query(
    'UPDATE event_counters c SET last = (SELECT max(sequence) FROM events e WHERE e.company_id = c.company_id)',
  );

  await query(
    'UPDATE webhook_deliveries d SET next_attempt_at = a.next_attempt_at FROM bench_aside a WHERE a.id = d.id',
  );
  await query('DROP TABLE bench_aside');
  await query('VACUUM FULL webhook_deliveries');
  await query('VACUUM ANALYZE');
}
