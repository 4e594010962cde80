import { createHash } from 'node:crypto';
import type { CreateClient } from '@billhook/contract/invoicing/client';
import { takeIds } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { addKeys, knownKeys, type WrittenKey } from '@billhook/installation/imports/import-parts.repository';
import type { RowOutcome } from '@billhook/installation/imports/import-results';
import type { ValidRow } from '@billhook/installation/imports/import-rows';
import type { Import } from '@billhook/installation/imports/import.entity';
import { Client } from '@billhook/invoicing/clients/client.entity';
import type { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { newClient } from '@billhook/invoicing/clients/new-client';

type IdentifyingMember = 'externalId' | 'email' | 'vatNumber';

const digest = (...parts: readonly (string | number)[]): Buffer =>
  createHash('sha256').update(parts.join('\n')).digest();

/** The values of a client that no other row may have. */
function valuesOf(
  { externalId, email, vatNumber }: CreateClient,
  { reading: { unique } }: Import,
): [IdentifyingMember, string][] {
  const given: readonly [IdentifyingMember, string | undefined, boolean][] = [
    ['externalId', externalId, true],
    ['email', email?.toLowerCase(), unique.includes('email')],
    ['vatNumber', vatNumber, unique.includes('vatNumber')],
  ];
  return given.flatMap(([member, value, counts]) => (counts && value !== undefined ? [[member, value]] : []));
}

/** A row whose body is valid, with what identifies it. */
interface ClientCandidate {
  readonly body: CreateClient;
  readonly key: Buffer;
  readonly values: readonly (readonly [IdentifyingMember, string])[];
}

/** What earlier rows and existing clients have. A dry run knows no ids of its rows. */
interface TakenValues {
  /** The record of a row with the same content. */
  readonly rows: Map<string, number | null>;
  readonly values: Map<string, number | null>;
}

const nameOf = (member: IdentifyingMember, value: string): string => `${member}\n${value}`;

/** Writes clients of an import, in one transaction for each part. */
export class ClientImportWriter {
  constructor(private readonly clients: ClientsRepository) {}

  /** @returns the outcome of each row, in their order */
  async write(tx: Tx, job: Import, valid: readonly ValidRow[], now: Date): Promise<RowOutcome[]> {
    const candidates = valid.map(({ body, sent }): ClientCandidate => ({
      body,
      key: digest(job.resource, sent),
      values: valuesOf(body, job),
    }));
    const taken = await this.#taken(tx, job, candidates);
    const ids = job.dryRun
      ? []
      : await takeIds(
          tx,
          candidates.map(() => Client),
        );
    const created: { readonly candidate: ClientCandidate; readonly id: number | null }[] = [];
    const outcomes = candidates.map((candidate, n): RowOutcome => {
      const rejected = outcomeOf(candidate, taken);
      if (rejected) return rejected;
      const id = ids[n] ?? null;
      taken.rows.set(candidate.key.toString('hex'), id);
      for (const [member, value] of candidate.values) taken.values.set(nameOf(member, value), id);
      created.push({ candidate, id });
      return id === null ? { result: 'Valid' } : { result: 'Created', id };
    });
    const rows = created.flatMap(({ candidate: { body }, id }) =>
      id === null ? [] : [{ ...newClient(job.companyId, body, now), id }],
    );
    this.clients.insertAll(tx, rows, { event: 'client.created', by: job.requestedBy, at: now });
    addKeys(
      tx,
      job,
      created.flatMap(({ candidate, id }) => keysOf(job, candidate, id)),
    );
    return outcomes;
  }

  async #taken(tx: Tx, job: Import, candidates: readonly ClientCandidate[]): Promise<TakenValues> {
    const all = candidates.flatMap(({ values }) => values);
    const of = (member: IdentifyingMember) => all.flatMap(([name, value]) => (name === member ? [value] : []));
    const externalIds = of('externalId');
    await this.clients.reserve(tx, job.companyId, externalIds);
    const [known, holders] = await Promise.all([
      knownKeys(
        tx,
        job.companyId,
        candidates.flatMap((candidate) => [candidate.key, ...dryKeys(job, candidate).map(([key]) => key)]),
      ),
      this.clients.holders(tx, job.companyId, { externalIds, emails: of('email'), vatNumbers: of('vatNumber') }),
    ]);
    const recordIds = [...known.values()].flatMap((id) => id ?? []);
    const existing = await this.clients.existing(tx, job.companyId, recordIds);
    const rows = new Map([...known].filter(([, id]) => id !== null && existing.has(id)));
    const values = new Map<string, number | null>(holders.map(({ member, value, id }) => [nameOf(member, value), id]));
    for (const candidate of job.dryRun ? candidates : []) {
      for (const [key, name] of dryKeys(job, candidate)) {
        if (!known.has(key.toString('hex'))) continue;
        if (name === null) rows.set(candidate.key.toString('hex'), null);
        else if (!values.has(name)) values.set(name, null);
      }
    }
    return { rows, values };
  }
}

/** The keys with which a dry run recognises its earlier rows: the row, and each of its values. */
function dryKeys(job: Import, { key, values }: ClientCandidate): [Buffer, string | null][] {
  if (!job.dryRun) return [];
  const names = values.map(([member, value]) => nameOf(member, value));
  return [
    [digest('dry', job.id, key.toString('hex')), null],
    ...names.map((name): [Buffer, string] => [digest('dry', job.id, name), name]),
  ];
}

const keysOf = (job: Import, candidate: ClientCandidate, recordId: number | null): WrittenKey[] =>
  job.dryRun ? dryKeys(job, candidate).map(([key]) => ({ key, recordId: null })) : [{ key: candidate.key, recordId }];

/** Why a row creates no client; undefined if it does. */
function outcomeOf({ key, values }: ClientCandidate, taken: TakenValues): RowOutcome | undefined {
  const same = taken.rows.get(key.toString('hex'));
  if (same !== undefined) return { result: 'Existing', id: same ?? undefined };
  const held = values.find(([member, value]) => taken.values.has(nameOf(member, value)));
  if (!held) return undefined;
  const [member, value] = held;
  const existingId = taken.values.get(nameOf(member, value)) ?? undefined;
  const where = existingId === undefined ? 'An earlier row' : `The record ${existingId}`;
  const code = member === 'externalId' ? 'external_id_taken' : 'row_repeated';
  const errors = [{ pointer: `/${member}`, code, message: 'is already used by another record or row' }];
  const problem = new Problem(code, `${where} already has this ${member}.`, {
    errors,
    ...(existingId !== undefined && { extensions: { existingId } }),
  });
  return { result: 'Rejected', problem };
}
