import { currentCell } from '@billhook/db/current-cell';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import { countKeyed } from './chain-confirmation.js';
import { hexOf } from './chain-entries.sql.js';
import type { ChainEntry } from './chain-entry.entity.js';
import { confirmHead, faultOfHead, HEAD_FAULTS, lockHead, oldEntriesOf, type HeadFault } from './chain-heads.js';
import { entryFacts, stateOfHmac } from './chain-hmac.rules.js';
import { beginUpgrade, isUpgrading } from './chain-upgrade.js';
import { HASH_VERSION, linkHash } from './link-hash.rules.js';

/** Entries per transaction. */
const BATCH = 500;

export interface ChainLinkingParts {
  readonly db: ReadRunner;
  readonly uow: UnitOfWork;
  readonly secrets: AppSecrets;
  readonly clock: Clock;
  readonly logger?: Logger;
}

type Unlinked = Omit<ChainEntry, 'sequence' | 'hash' | 'hashVersion'>;

interface LinkedBatch {
  readonly linked: number;
  readonly refused: number;
  /** The row after which the next batch begins; undefined after the last one. */
  readonly next: number | undefined;
}

const NOTHING: LinkedBatch = { linked: 0, refused: 0, next: undefined };

/**
 * Gives committed entries their place in the chain of their company. Writers of one company therefore never wait for each other. Leaves
 * out entries that no holder of the application secrets wrote: `audit-verify` reports them.
 */
export class ChainLinking {
  /** What was logged last by cell, because a round repeats every few seconds. It has a cell from its first round on. */
  readonly #logged = new Map<number | undefined, string>();

  constructor(private readonly parts: ChainLinkingParts) {}

  /** @returns how many entries it linked */
  async run(stop?: AbortSignal): Promise<number> {
    const { db, uow, secrets, clock } = this.parts;
    if (!this.#logged.has(currentCell())) await this.#start();
    const upgrading = isUpgrading(await beginUpgrade(uow, secrets, clock), clock.now());
    const companies = await db.query<{ id: number }>({
      name: `chain_companies${upgrading ? '_upgrade' : ''}`,
      text: `SELECT DISTINCT company_id AS id FROM document_chain WHERE sequence IS NULL ${
        upgrading
          ? 'UNION SELECT company_id FROM document_chain_heads WHERE sequence > 0 AND confirmed_sequence IS DISTINCT FROM sequence'
          : ''
      } ORDER BY id`,
    });
    let linked = 0;
    const refusals: string[] = [];
    for (const { id } of companies) {
      let refused = 0;
      for (let after: number | undefined = 0; after !== undefined && stop?.aborted !== true;) {
        const from: number = after;
        const batch: LinkedBatch | HeadFault = await uow.run((tx) => this.#linkBatch(tx, id, from, upgrading));
        if (typeof batch === 'string') {
          refusals.push(`company ${id}: ${HEAD_FAULTS[batch]}`);
          break;
        }
        linked += batch.linked;
        refused += batch.refused;
        after = batch.next;
      }
      if (refused > 0)
        refusals.push(`company ${id}: ${refused} ${refused === 1 ? 'entry has' : 'entries have'} no valid HMAC`);
    }
    this.#log(refusals.join('; '));
    return linked;
  }

  async #linkBatch(tx: Tx, companyId: number, after: number, upgrading: boolean): Promise<LinkedBatch | HeadFault> {
    const { secrets, clock } = this.parts;
    beginChain(tx, companyId);
    // Another worker that holds the head links the entries.
    const head = await lockHead(tx, companyId);
    if (!head) return NOTHING;
    const fault = await faultOfHead(tx, { secrets, companyId, isUpgrading: upgrading }, head);
    if (fault) return fault;
    const found = await tx.query<Unlinked>({
      name: 'chain_unlinked',
      text: `SELECT id, resource, record_id AS "recordId", version, number, action, at, digest, digest_version AS "digestVersion",
          frozen_digest AS "frozenDigest", secret_version AS "secretVersion", hmac FROM document_chain
        WHERE company_id = $1 AND sequence IS NULL AND id > $3 ORDER BY id LIMIT $2`,
      values: [companyId, BATCH, after],
    });
    const entries = found.filter((entry) => {
      const state = stateOfHmac(secrets, 'chain-entry', entryFacts(plain(companyId, entry)), entry);
      return state === 'valid' || (upgrading && state === 'missing');
    });
    let { sequence, hash } = head;
    const hashes = entries.map((entry) => {
      sequence++;
      hash = linkHash(hash, {
        ...plain(companyId, entry),
        ...{ sequence, secretVersion: entry.secretVersion, hmac: hexOf(entry.hmac), hashVersion: HASH_VERSION },
      });
      return hash;
    });
    if (entries.length > 0) {
      tx.send({
        name: 'chain_link',
        text: `UPDATE document_chain e SET sequence = l.sequence, hash = l.hash, hash_version = ${HASH_VERSION}
          FROM (SELECT id, hash, $3::bigint + place AS sequence FROM unnest($1::bigint[], $2::bytea[]) WITH ORDINALITY AS u (id, hash, place)) l
          WHERE e.id = l.id`,
        values: [entries.map(({ id }) => id), hashes, head.sequence],
      });
    }
    if (hash && sequence !== head.confirmedSequence) {
      confirmHead(tx, secrets, { companyId, sequence, hash, oldEntries: oldEntriesOf(head), at: clock.now() });
    }
    const next = found.length === BATCH ? found.at(-1)?.id : undefined;
    return { linked: entries.length, refused: found.length - entries.length, next };
  }

  /** Logs once that a secret is missing: the head of an idle chain is not looked at before its next entry. */
  async #start(): Promise<void> {
    const { db, secrets, logger } = this.parts;
    this.#logged.set(currentCell(), '');
    if (!logger) return;
    for (const { words, version, count } of await countKeyed(db)) {
      if (!secrets.versions.includes(version))
        logger.error({ count }, `APP_SECRETS lacks the secret ${version} of ${words}: add it again`);
    }
  }

  #log(refusals: string): void {
    if (refusals !== '' && refusals !== this.#logged.get(currentCell())) {
      this.parts.logger?.error(`entries of document chains are not linked, run audit-verify: ${refusals}`);
    }
    this.#logged.set(currentCell(), refusals);
  }
}

const plain = (companyId: number, { at, digest, frozenDigest, ...entry }: Unlinked) => ({
  ...entry,
  ...{ companyId, at: at.toISOString(), digest: hexOf(digest), frozenDigest: hexOf(frozenDigest) },
  hmac: null,
});

function beginChain(tx: Tx, companyId: number): void {
  tx.send({
    name: 'chain_head_begin',
    // The lock delays a deletion of the company, which would not find the new head. A deleted company has no entry.
    text: `INSERT INTO document_chain_heads (company_id, sequence)
      SELECT e.company_id, 0 FROM (SELECT company_id FROM document_chain
        WHERE company_id = $1 AND sequence IS NULL ORDER BY id LIMIT 1 FOR KEY SHARE) e
      ON CONFLICT DO NOTHING`,
    values: [companyId],
  });
}
