import { createHash } from 'node:crypto';
import { ProblemError } from '../errors.js';
import type { LeftOutRecords } from '../sync-left-out.js';
import { syncRecords, type SyncResource } from '../sync.js';
import { jsonOf, type Transport } from '../transport.js';
import { RESOURCE_FILES, type SyncCopy } from './sync-copy.js';

export interface SyncDifference {
  readonly resource: SyncResource;
  readonly id: number;
  readonly why: string;
}

const RESOURCES = Object.keys(RESOURCE_FILES) as SyncResource[];

/** Computed when a record is read: they change without a new version. */
const COMPUTED: Readonly<Partial<Record<SyncResource, readonly string[]>>> = {
  client: ['balances'],
  quote: ['availableActions'],
};

/** A quote expires without a new version, by its date. */
const statusOf = (resource: SyncResource, status: unknown): unknown =>
  resource === 'quote' && status === 'Expired' ? 'Sent' : status;

export interface SyncVerification {
  readonly records: number;
  readonly different: readonly SyncDifference[];
  /** Records that the credential may not read. */
  readonly notCompared: readonly LeftOutRecords[];
}

/**
 * Compares a copy with a new snapshot of all records that the credential may read. Records that changed in the meantime are read again, after the copy is brought up to
 * date, so that only lasting differences are reported.
 */
export async function differencesOf(
  transport: Transport,
  copy: SyncCopy,
  signal: AbortSignal,
  update: () => Promise<unknown>,
): Promise<SyncVerification> {
  let notCompared: readonly LeftOutRecords[] = [];
  const actual = new Map<string, string>();
  for await (const step of syncRecords(transport, { follow: false, signal })) {
    if (step.kind === 'begin') notCompared = step.leftOut;
    if (step.kind === 'record') actual.set(`${step.resource} ${step.id}`, formOf(step.resource, step.record));
    if (step.kind === 'complete') break;
  }
  const records = actual.size;
  const suspects = new Map<string, { resource: SyncResource; id: number }>();
  for (const resource of RESOURCES) {
    if (notCompared.some((each) => each.resource === resource)) continue;
    for await (const { id, text } of copy.records(resource)) {
      const name = `${resource} ${id}`;
      if (actual.get(name) !== formOf(resource, JSON.parse(text) as object)) suspects.set(name, { resource, id });
      actual.delete(name);
    }
  }
  for (const name of actual.keys()) {
    const [resource, id] = name.split(' ');
    suspects.set(name, { resource: resource as SyncResource, id: Number(id) });
  }
  return { records, different: await lasting(transport, copy, [...suspects.values()], signal, update), notCompared };
}

/** Attempts, because records may change again while they are compared. */
const ROUNDS = 3;

async function lasting(
  transport: Transport,
  copy: SyncCopy,
  suspects: readonly { readonly resource: SyncResource; readonly id: number }[],
  signal: AbortSignal,
  update: () => Promise<unknown>,
): Promise<SyncDifference[]> {
  let different: SyncDifference[] = [];
  let left = suspects;
  for (let round = 0; left.length > 0 && round < ROUNDS; round++) {
    await update();
    different = [];
    const copied = await formsOf(copy, left);
    for (const { resource, id } of left) {
      const now = await present(transport, resource, id, signal);
      const kept = copied.get(`${resource} ${id}`);
      if (kept === now) continue;
      const why = kept === undefined ? 'is missing' : now === undefined ? 'does not exist' : 'has other content';
      different.push({ resource, id, why });
    }
    left = different;
  }
  return different;
}

async function formsOf(copy: SyncCopy, some: readonly { readonly resource: SyncResource; readonly id: number }[]) {
  const wanted = new Set(some.map(({ resource, id }) => `${resource} ${id}`));
  const forms = new Map<string, string>();
  for (const resource of new Set(some.map((each) => each.resource))) {
    for await (const { id, text } of copy.records(resource)) {
      const name = `${resource} ${id}`;
      if (wanted.has(name)) forms.set(name, formOf(resource, JSON.parse(text) as object));
    }
  }
  return forms;
}

async function present(transport: Transport, resource: SyncResource, id: number, signal: AbortSignal) {
  const path = `/v1/${RESOURCE_FILES[resource].replace('_', '-')}/${id}`;
  try {
    const request = { method: 'GET', path, options: { signal } };
    return formOf(resource, (await jsonOf(await transport.send(request))) as object);
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * A digest of the record without computed members, because the texts of all records may not fit into the memory. Both sides are JSON of one
 * presenter, so the order of members is the same.
 */
function formOf(resource: SyncResource, record: object): string {
  const omitted = COMPUTED[resource] ?? [];
  const members = Object.entries(record)
    .filter(([name]) => !omitted.includes(name))
    .map(([name, value]) => [name, name === 'status' ? statusOf(resource, value) : (value as unknown)]);
  return createHash('sha256').update(JSON.stringify(members)).digest('base64');
}
