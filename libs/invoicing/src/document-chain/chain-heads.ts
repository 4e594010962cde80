import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import { hmacOf, stateOfHmac, type StoredHmac } from './chain-hmac.rules.js';

/** The head of a chain with its HMAC, as it is stored. */
export interface StoredHead extends StoredHmac {
  readonly sequence: number;
  readonly hash: Buffer | null;
  readonly confirmedSequence: number | null;
  readonly confirmedAt: Date | null;
  readonly oldEntries: number | null;
}

const HEAD = `SELECT sequence, hash, confirmed_sequence AS "confirmedSequence", confirmed_at AS "confirmedAt",
  old_entries AS "oldEntries", secret_version AS "secretVersion", hmac FROM document_chain_heads WHERE company_id = $1`;

/** The head of a company's chain; undefined before the first entry is linked. */
export async function headOf(db: ReadRunner, companyId: number): Promise<StoredHead | undefined> {
  const [head] = await db.query<StoredHead & Record<string, unknown>>({
    name: 'chain_head',
    text: HEAD,
    values: [companyId],
  });
  return head;
}

/** The same, locked until the transaction ends. @returns undefined even while another transaction holds it */
export async function lockHead(tx: Tx, companyId: number): Promise<StoredHead | undefined> {
  const [head] = await tx.query<StoredHead & Record<string, unknown>>({
    name: 'chain_head_lock',
    text: `${HEAD} FOR UPDATE SKIP LOCKED`,
    values: [companyId],
  });
  return head;
}

/** Why no worker continues a chain; undefined if it can be continued. */
export type HeadFault = keyof typeof HEAD_FAULTS;

export const HEAD_FAULTS = {
  unconfirmed: 'its head has no HMAC',
  unknown_secret: 'its head names an application secret that is not configured',
  forged: 'its head does not match its HMAC: entries were added, changed or removed',
  continued: 'a program without the application secrets linked the entries after its confirmed head',
} as const;

/** The hash that the HMAC of a head covers, as the chain has it. */
async function confirmedHash(db: ReadRunner, companyId: number, head: StoredHead): Promise<Buffer | null> {
  if (head.confirmedSequence === head.sequence) return head.hash;
  const [entry] = await db.query<{ hash: Buffer }>({
    name: 'chain_confirmed_hash',
    text: 'SELECT hash FROM document_chain WHERE company_id = $1 AND sequence = $2',
    values: [companyId, head.confirmedSequence],
  });
  return entry?.hash ?? null;
}

/**
 * Whether the chain up to its head was linked by workers that have the application secrets.
 * @param isUpgrading whether workers of 0.1.0 may link as well: they confirm nothing
 */
export async function faultOfHead(
  db: ReadRunner,
  { secrets, companyId, isUpgrading }: { secrets: AppSecrets; companyId: number; isUpgrading: boolean },
  head: StoredHead,
): Promise<HeadFault | undefined> {
  const { sequence, confirmedSequence, confirmedAt, oldEntries } = head;
  if (confirmedSequence === null || confirmedAt === null || oldEntries === null || head.hmac === null) {
    return sequence === 0 || isUpgrading ? undefined : 'unconfirmed';
  }
  const hash = await confirmedHash(db, companyId, head);
  if (!hash || sequence < confirmedSequence) return 'forged';
  const facts = { companyId, sequence: confirmedSequence, hash: hash.toString('hex'), oldEntries };
  const state = stateOfHmac(secrets, 'chain-head', { ...facts, confirmedAt: confirmedAt.toISOString() }, head);
  if (state === 'unknown_secret') return state;
  if (state !== 'valid') return 'forged';
  return sequence === confirmedSequence || isUpgrading ? undefined : 'continued';
}

/** Stores the end of a chain with its HMAC. The caller holds the lock of the head, and knows that the chain up to it is valid. */
export function confirmHead(
  tx: Tx,
  secrets: AppSecrets,
  end: { companyId: number; sequence: number; hash: Buffer; oldEntries: number; at: Date },
): void {
  const { companyId, sequence, hash, oldEntries, at } = end;
  const { secretVersion, hmac } = hmacOf(secrets, 'chain-head', {
    ...{ companyId, sequence, hash: hash.toString('hex'), oldEntries, confirmedAt: at.toISOString() },
  });
  tx.send({
    name: 'chain_head_move',
    text: `UPDATE document_chain_heads SET sequence = $2, hash = $3, confirmed_sequence = $2, old_entries = $4, confirmed_at = $5,
      secret_version = $6, hmac = $7 WHERE company_id = $1`,
    values: [companyId, sequence, hash, oldEntries, at, secretVersion, hmac],
  });
}

/** The old entries of a head that can be continued: all of them, if no worker of this release has linked the chain before. */
export const oldEntriesOf = ({ hmac, oldEntries, sequence }: StoredHead): number =>
  hmac === null ? sequence : (oldEntries ?? 0);
