import type { ReadOptions } from './calls/call.js';
import { BillhookError, ConnectionError, ProblemError } from './errors.js';
import { followMessages, type FollowOptions } from './event-feed.js';
import type {
  Change,
  Client,
  CreditNote,
  Invoice,
  MePermissions,
  Payment,
  Quote,
  Snapshot,
} from './generated/resources.js';
import { sleep } from './sleep.js';
import { LeftOut, MoreReadable, positionIn, type LeftOutRecords } from './sync-left-out.js';
import { jsonOf, type Transport } from './transport.js';

/** The records of a copy, by their kind. */
export interface SyncRecords {
  readonly client: Client;
  readonly quote: Quote;
  readonly invoice: Invoice;
  readonly credit_note: CreditNote;
  readonly payment: Payment;
}

export type SyncResource = keyof SyncRecords;

/** A step of a copy. Store its `cursor` after you have applied it, or in the same transaction. */
export type SyncStep =
  /** The copy begins: every record follows, and those that do not follow before `complete` are deleted. */
  | { readonly kind: 'begin'; readonly cursor: string; readonly leftOut: Snapshot['leftOut'] }
  /** Write the record, unless the copy got the same or a later version after `begin`. */
  | {
      [Name in SyncResource]: {
        readonly kind: 'record';
        readonly cursor: string;
        readonly resource: Name;
        readonly id: number;
        readonly version: number;
        readonly record: SyncRecords[Name];
      };
    }[SyncResource]
  /** Delete the record. */
  | {
      readonly kind: 'deleted';
      readonly cursor: string;
      readonly resource: SyncResource;
      readonly id: number;
      readonly version: number;
    }
  /** Every record that existed when the copy began has followed. */
  | { readonly kind: 'complete'; readonly cursor: string };

export interface SyncOptions {
  /** The cursor of the last step that you have applied. Without it, the copy begins. */
  readonly from?: string | undefined;
  /** Only these kinds of records; all that the key may read if absent. */
  readonly resources?: readonly SyncResource[] | undefined;
  /** Whether it waits for further changes. The default is true; with false, it ends with the last change. */
  readonly follow?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when the connection is lost, before it is opened again after `waitMs`. */
  readonly onReconnect?: FollowOptions['onReconnect'];
}

/** A position in a snapshot: its id, a part and the lines of it that were read. */
const IN_SNAPSHOT = /^snapshot:(\d+):(\d+):(\d+)$/;

const POLL_MS = [200, 400, 800, 1_600, 2_000] as const;

/** The snapshot or the position is no longer stored, so the copy begins again. */
const EXPIRED: readonly string[] = ['snapshot_expired', 'changes_expired', 'not_found'];

/**
 * An exact copy of the records: first all of them, from one state, then each change. Continues at a cursor, and begins again if that is no
 * longer stored, or if the key may read records that the copy lacks.
 * @param onLeftOut called with the kinds of records that the copy lacks, when they change and when the copy continues
 * @throws ProblemError when a repeat would be rejected as well
 */
export async function* syncRecords(
  transport: Transport,
  given: SyncOptions = {},
  onLeftOut: (leftOut: readonly LeftOutRecords[]) => void = () => undefined,
): AsyncGenerator<SyncStep> {
  for (let from = given.from; !given.signal?.aborted; from = undefined) {
    const leftOut = new LeftOut(from, onLeftOut);
    try {
      if (await mayReadMore(transport, given, leftOut)) continue;
      leftOut.report();
      for await (const step of stepsFrom(transport, given, from && positionIn(from), leftOut)) {
        if (step.kind === 'begin') leftOut.reset(step.leftOut);
        yield { ...step, cursor: leftOut.cursorAt(step.cursor) };
      }
      return;
    } catch (error) {
      if (given.signal?.aborted) return;
      if (error instanceof MoreReadable) continue;
      if (!(error instanceof ProblemError) || !EXPIRED.includes(error.code)) throw error;
    }
  }
}

async function mayReadMore(transport: Transport, { signal }: SyncOptions, { missing }: LeftOut): Promise<boolean> {
  if (missing.length === 0) return false;
  const request = { method: 'GET', path: '/v1/me/permissions', options: optionsOf(signal) };
  const { effective } = (await jsonOf(await transport.send(request))) as MePermissions;
  return effective.some((permission) => missing.includes(permission));
}

async function* stepsFrom(
  transport: Transport,
  given: SyncOptions,
  from: string | undefined,
  leftOut: LeftOut,
): AsyncGenerator<SyncStep, void> {
  const place = from === undefined ? undefined : IN_SNAPSHOT.exec(from);
  if (from !== undefined && !place) {
    yield* changesAfter(transport, given, from, leftOut);
    return;
  }
  const [id, part, line] = place ? place.slice(1).map(Number) : [];
  let snapshot = id === undefined ? await newSnapshot(transport, given) : await snapshotOf(transport, given, id);
  if (id === undefined) yield { kind: 'begin', cursor: cursorIn(snapshot, 0, 0), leftOut: snapshot.leftOut };
  for (let n = 0; snapshot.status === 'Running'; n++) {
    await sleep(POLL_MS[Math.min(n, POLL_MS.length - 1)] ?? 0, given.signal);
    snapshot = await snapshotOf(transport, given, snapshot.id);
  }
  if (snapshot.status === 'Failed' && id === undefined)
    throw new BillhookError(`The snapshot ${snapshot.id} failed. Start again later.`);
  // The copy begins again, as after the deletion of the snapshot: it has expired, or it has failed since an earlier start.
  if (snapshot.after === null) {
    yield* stepsFrom(transport, given, undefined, leftOut);
    return;
  }
  yield* recordsOf(transport, given, snapshot, part ?? 0, line ?? 0);
  yield { kind: 'complete', cursor: snapshot.after };
  yield* changesAfter(transport, given, snapshot.after, leftOut);
}

const cursorIn = ({ id }: Snapshot, part: number, line: number): string => `snapshot:${id}:${part}:${line}`;

async function newSnapshot(transport: Transport, { resources, signal }: SyncOptions): Promise<Snapshot> {
  const body = resources ? { resources } : {};
  const request = { method: 'POST', path: '/v1/snapshots', body, options: optionsOf(signal) };
  return (await jsonOf(await transport.send(request))) as Snapshot;
}

async function snapshotOf(transport: Transport, { signal }: SyncOptions, id: number): Promise<Snapshot> {
  const request = { method: 'GET', path: `/v1/snapshots/${id}`, options: optionsOf(signal) };
  return (await jsonOf(await transport.send(request))) as Snapshot;
}

const optionsOf = (signal: AbortSignal | undefined): ReadOptions => (signal ? { signal } : {});

/** The records of a snapshot from a line of a part on. One part is in memory at a time. */
async function* recordsOf(
  transport: Transport,
  { signal }: SyncOptions,
  snapshot: Snapshot,
  firstPart: number,
  firstLine: number,
): AsyncGenerator<SyncStep> {
  for (const [n, { id, resource, digest }] of snapshot.parts.entries()) {
    if (n < firstPart) continue;
    const request = { method: 'GET', path: `/v1/snapshot-parts/${id}`, accept: '*/*', options: optionsOf(signal) };
    const bytes = await (await transport.send(request)).arrayBuffer();
    if ((await sha256(bytes)) !== digest) throw new ConnectionError(`Part ${id} of the snapshot arrived damaged.`);
    const lines = (await unzipped(bytes)).split('\n');
    for (const [m, line] of lines.entries()) {
      if (line === '' || (n === firstPart && m < firstLine)) continue;
      yield stepOf(resource, JSON.parse(line) as SyncRecords[SyncResource], cursorIn(snapshot, n, m + 1));
    }
  }
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const unzipped = (bytes: ArrayBuffer): Promise<string> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();

const stepOf = (resource: SyncResource, record: SyncRecords[SyncResource], cursor: string): SyncStep =>
  ({ kind: 'record', cursor, resource, id: record.id, version: record.version, record }) as SyncStep;

const PAGE = 500;

/** The changes after a position: page by page, and then from the stream. */
async function* changesAfter(
  transport: Transport,
  given: SyncOptions,
  from: string,
  leftOut: LeftOut,
): AsyncGenerator<SyncStep> {
  const { signal, follow = true, onReconnect } = given;
  const resources: Record<string, string> = given.resources ? { resources: given.resources.join(',') } : {};
  let after = from;
  for (let more = true; more && !signal?.aborted;) {
    const query = { ...resources, after, limit: PAGE };
    const request = { method: 'GET', path: '/v1/changes', query, options: optionsOf(signal) };
    const { data, page } = (await jsonOf(await transport.send(request))) as {
      readonly data: readonly Change[];
      readonly page: { readonly nextCursor: string; readonly hasMore: boolean };
    };
    for (const change of data) yield* stepsOf(change, leftOut);
    after = page.nextCursor;
    more = page.hasMore;
  }
  if (!follow) return;
  const options = { after, signal, onReconnect, path: '/v1/changes/stream', query: resources };
  for await (const { data } of followMessages(transport, options)) yield* stepsOf(JSON.parse(data) as Change, leftOut);
}

/** A change without a record is followed by a later one, or the key may not read the record. */
function* stepsOf(change: Change, leftOut: LeftOut): Generator<SyncStep> {
  const { cursor, resource, id, version, deleted, record, missingPermission } = change;
  if (deleted) yield { kind: 'deleted', cursor, resource, id, version };
  else if (missingPermission !== undefined) leftOut.add(resource, missingPermission);
  else if (record !== null) {
    if (leftOut.has(resource)) throw new MoreReadable();
    yield stepOf(resource, record as unknown as SyncRecords[SyncResource], cursor);
  }
}
