import type { ReadRunner, Statement } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { countOf, type ProtectedValues } from '@billhook/platform/protected-values';
import { confirmHead, faultOfHead, lockHead, oldEntriesOf } from './chain-heads.js';
import { confirmUpgrade } from './chain-upgrade.js';

interface KeyedValues extends ProtectedValues {
  readonly words:
    | 'heads of document chains'
    | 'waiting entries of document chains'
    | 'time of the upgrade of document chains';
}

/** Things of document chains whose HMAC has a key of one application secret. */
export interface KeyedCount {
  readonly words: KeyedValues['words'];
  /** The version of the secret. */
  readonly version: string;
  readonly count: number;
}

/** What can be verified only with a secret. Linked entries do not count: the HMAC of the head covers them. */
export const KEYED_VALUES: readonly KeyedValues[] = [
  {
    words: 'heads of document chains',
    versions: 'SELECT secret_version AS version FROM document_chain_heads WHERE secret_version IS NOT NULL',
  },
  {
    words: 'waiting entries of document chains',
    versions:
      'SELECT secret_version AS version FROM document_chain WHERE sequence IS NULL AND secret_version IS NOT NULL',
  },
  {
    words: 'time of the upgrade of document chains',
    versions: 'SELECT secret_version AS version FROM document_chain_upgrade WHERE secret_version IS NOT NULL',
  },
];

const KEYED = {
  name: 'chain_keyed',
  text: KEYED_VALUES.map(
    ({ words, versions }) => `SELECT '${words}' AS words, version, count::int FROM (${countOf(versions)}) counted`,
  ).join(' UNION ALL '),
};

/**
 * Counts what can be verified only with a secret, by its version.
 * @param isHere whether a statement is about the side that is counted
 */
export async function countKeyed(
  db: ReadRunner,
  isHere: (statement: Pick<Statement, 'name' | 'text'>) => boolean = () => true,
): Promise<KeyedCount[]> {
  return isHere(KEYED) ? db.query<KeyedCount & Record<string, unknown>>(KEYED) : [];
}

/** Counts entries that wait for their place for longer than usual. */
export async function countLate(db: ReadRunner, minutes: number): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: 'chain_late',
    text: `SELECT count(*)::int AS count FROM document_chain WHERE sequence IS NULL AND at < now() - make_interval(mins => $1)`,
    values: [minutes],
  });
  return row?.count ?? 0;
}

/** Renews the HMACs of heads with the first application secret, so that older ones can be removed. */
export class ChainConfirmation {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly secrets: AppSecrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Renews the HMAC of a chain that was verified.
   * @returns whether it has one of the first secret now; false if its HMAC is not valid, or while a worker links entries
   */
  confirm(companyId: number): Promise<boolean> {
    return this.uow.run((tx) => this.#confirm(tx, companyId));
  }

  /** Renews the HMAC of the time of the upgrade, if there was one. */
  confirmUpgrade(): Promise<void> {
    return this.uow.run((tx) => confirmUpgrade(tx, this.secrets));
  }

  async #confirm(tx: Tx, companyId: number): Promise<boolean> {
    const { secrets, clock } = this;
    const head = await lockHead(tx, companyId);
    if (!head?.hash) return false;
    if (await faultOfHead(tx, { secrets, companyId, isUpgrading: false }, head)) return false;
    if (head.secretVersion === secrets.versions[0]) return true;
    const { sequence, hash } = head;
    confirmHead(tx, secrets, { companyId, sequence, hash, oldEntries: oldEntriesOf(head), at: clock.now() });
    return true;
  }
}
