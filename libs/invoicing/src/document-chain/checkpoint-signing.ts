import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { Clock } from '@billhook/platform/clock';
import type { RecordContext } from '../records/record.repository.js';
import { faultOfHead, headOf } from './chain-heads.js';
import { isUpgrading, upgradePeriod } from './chain-upgrade.js';
import { signCheckpoint } from './checkpoint-signature.rules.js';
import type { Checkpoint } from './checkpoint.entity.js';
import { presentCheckpoint } from './checkpoint.presenter.js';

interface DueHead {
  readonly companyId: number;
  readonly sequence: number;
  readonly hash: string;
}

/** The heads that are ahead of their last checkpoint, if that is from an earlier day. */
const DUE = `SELECT h.company_id AS "companyId", h.sequence, encode(h.hash, 'hex') AS hash FROM document_chain_heads h
  WHERE h.sequence > 0 AND NOT EXISTS (SELECT FROM checkpoints c
    WHERE c.company_id = h.company_id AND (c.sequence >= h.sequence OR c.signed_at >= $1))`;

/** Signs the heads of document chains: for each company with new entries, once a day (UTC). */
export class CheckpointSigning {
  constructor(
    private readonly context: RecordContext,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns how many it signed */
  async run(stop?: AbortSignal): Promise<number> {
    const { db, secrets } = this.context;
    // The API of a release without checkpoints cannot list their events.
    if (isUpgrading(await upgradePeriod(db, secrets), this.clock.now())) return 0;
    const today = new Date(`${this.clock.now().toISOString().slice(0, 10)}T00:00:00Z`);
    const companies = await db.query<DueHead>({
      name: 'checkpoints_due',
      text: DUE,
      values: [today],
    });
    let signed = 0;
    for (const { companyId } of companies) {
      if (stop?.aborted === true) break;
      if (await this.uow.run((tx) => this.#sign(tx, companyId, today))) signed++;
    }
    return signed;
  }

  async #sign(tx: Tx, companyId: number, today: Date): Promise<boolean> {
    const [head] = await tx.query<DueHead>({
      name: 'checkpoint_due',
      // Another worker that holds the row signs it, or links more entries first.
      text: `${DUE} AND h.company_id = $2 FOR NO KEY UPDATE SKIP LOCKED`,
      values: [today, companyId],
    });
    if (!head || !(await this.#isConfirmed(tx, companyId))) return false;
    const at = this.clock.now();
    const facts = { ...head, signedAt: at.toISOString() };
    const { publicKey, signature } = signCheckpoint(this.context.secrets, facts);
    const [row] = await tx.query<Pick<Checkpoint, 'id'>>({
      name: 'checkpoint_add',
      text: `INSERT INTO checkpoints (company_id, sequence, hash, signed_at, public_key, signature)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id`,
      values: [companyId, head.sequence, head.hash, at, publicKey, signature],
    });
    if (!row) return false;
    const data = presentCheckpoint({ ...row, ...head, signedAt: at, publicKey, signature });
    this.context.outbox.record(tx, { companyId, type: 'checkpoint.signed', data, before: null, at });
    return true;
  }

  /** Whether workers with the application secrets linked the chain: a head that SQL changed is not signed. */
  async #isConfirmed(tx: Tx, companyId: number): Promise<boolean> {
    const head = await headOf(tx, companyId);
    const options = { secrets: this.context.secrets, companyId, isUpgrading: false };
    return head !== undefined && (await faultOfHead(tx, options, head)) === undefined;
  }
}
