import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { fastify } from 'fastify';
import pg from 'pg';

/*
 * Another implementation of keys, better-auth's, on the same PostgreSQL: node better-auth.mjs PORT KEYS. A bare server whose one route verifies
 * a key and a permission, without rate limits and log.
 * Unlike the API, the plugin does not check whether the owner of the key still has the permission.
 */

// As many as the API has: its pool of 10, two shared by look-ups, and one of the rate limits.
const CONNECTIONS = 13;
const DATABASE = 'better_auth';
// As many resources as the permissions of the API's keys have.
const PERMISSIONS = Object.fromEntries(
  ['client', 'invoice', 'quote', 'payment', 'event', 'integration'].map((name) => [name, ['read', 'write']]),
);

const [port, count] = process.argv.slice(2).map(Number);
const url = new URL(process.env.DATABASE_URL);
const server = new pg.Client({ connectionString: url.href });
await server.connect();
// A second round finds that of the first.
await server.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
await server.query(`CREATE DATABASE ${DATABASE}`);
await server.end();
url.pathname = DATABASE;

const auth = betterAuth({
  baseURL: `http://127.0.0.1:${port}`,
  secret: process.env.APP_SECRETS,
  database: new pg.Pool({ connectionString: url.href, max: CONNECTIONS }),
  logger: { disabled: true },
  telemetry: { enabled: false },
  plugins: [apiKey({ rateLimit: { enabled: false } })],
});
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
const { internalAdapter } = await auth.$context;
const { id: userId } = await internalAdapter.createUser({ name: 'Bench', email: 'bench@billhook.example' });
const keys = [];
while (keys.length < count) {
  const body = { userId, name: `bench ${keys.length}`, permissions: PERMISSIONS };
  keys.push((await auth.api.createApiKey({ body })).key);
}

const app = fastify();
app.get('/keys', () => keys);
app.get('/', async (request, reply) => {
  const key = (request.headers.authorization ?? '').slice('Bearer '.length);
  const verified = await auth.api.verifyApiKey({ body: { key, permissions: { invoice: ['read'] } } });
  return verified.valid ? verified : reply.code(401).send(verified);
});
await app.listen({ port, host: '127.0.0.1' });
