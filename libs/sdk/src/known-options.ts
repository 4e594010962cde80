import type { WriteOptions } from './calls/call.js';
import type { FollowOptions } from './event-feed.js';
import type { SyncOptions } from './sync.js';
import type { BillhookOptions } from './transport.js';

/** The options of calls; those of `writes` have no meaning for a `GET`. */
const CALL: Readonly<Record<keyof WriteOptions, 'all' | 'writes'>> = {
  ...{ signal: 'all', timeoutMs: 'all', maxRetries: 'all', apiKey: 'all', accessToken: 'all', headers: 'all' },
  ...{ idempotencyKey: 'writes', ifMatch: 'writes', dryRun: 'writes' },
};
const CLIENT: Readonly<Record<keyof BillhookOptions, true>> = {
  ...{ apiKey: true, accessToken: true, baseUrl: true, maxRetries: true, timeoutMs: true },
  ...{ fetch: true, onRequest: true, onResponse: true },
};
const FOLLOW: Readonly<Record<keyof FollowOptions, true>> = {
  ...{ types: true, after: true, signal: true, onReconnect: true, onOpen: true },
};

const SYNC: Readonly<Record<keyof SyncOptions, true>> = {
  ...{ from: true, resources: true, follow: true, signal: true, onReconnect: true },
};

const WRITES = Object.keys(CALL);
const READS = Object.entries(CALL).flatMap(([name, of]) => (of === 'all' ? [name] : []));

export const checkCallOptions = (method: string, call: string, options: object | undefined): void =>
  check(call, options, method === 'GET' ? READS : WRITES);
export const checkClientOptions = (options: object): void => check('Billhook', options, Object.keys(CLIENT));
export const checkFollowOptions = (options: object | undefined): void =>
  check('events.follow', options, Object.keys(FOLLOW));

export const checkSyncOptions = (options: object | undefined): void => check('sync', options, Object.keys(SYNC));

/** Without it, a misspelled `dryRun` or `ifMatch` would write. */
function check(call: string, options: object | undefined, known: readonly string[]): void {
  const wrong = Object.keys(options ?? {}).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const near = known.find((name) => plain(name) === plain(wrong));
  throw new TypeError(
    `${call} has no option ${wrong}. ${near ? `Did you mean ${near}?` : `It has ${known.join(', ')}.`}`,
  );
}

const plain = (name: string): string => name.replace(/\W|_/g, '').toLowerCase();
