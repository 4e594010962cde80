import { lockOfCell } from '@billhook/db/current-cell';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { hmacOf, stateOfHmac, type HmacState, type StoredHmac } from './chain-hmac.rules.js';

/** Milliseconds in which programs of 0.1.0 have to be replaced. */
const UPGRADE_MS = 86_400_000;

/** Holders of the lock decide about the time of the upgrade one after the other. An arbitrary number. */
const UPGRADE_LOCK = 7_301_949;

/** The time in which programs of 0.1.0 add entries without an HMAC. */
export interface UpgradePeriod {
  readonly startedAt: Date;
  readonly endsAt: Date;
  /** The time counts only if its HMAC is valid: SQL alone can neither extend nor repeat it. */
  readonly state: HmacState;
}

type PeriodRow = StoredHmac & { readonly startedAt: Date | null; readonly endsAt: Date | null };

const PERIOD = {
  name: 'chain_upgrade',
  text: `SELECT started_at AS "startedAt", ends_at AS "endsAt", secret_version AS "secretVersion", hmac FROM document_chain_upgrade`,
};

/**
 * The time of the upgrade; undefined in an installation that was new with HMACs, and until the first worker starts it.
 * @param secrets undefined if the reader has none: `state` is then `unknown_secret`
 */
export async function upgradePeriod(
  db: ReadRunner,
  secrets: AppSecrets | undefined,
): Promise<UpgradePeriod | undefined> {
  const [row] = await db.query<PeriodRow & Record<string, unknown>>(PERIOD);
  if (!row?.startedAt || !row.endsAt) return undefined;
  const { startedAt, endsAt } = row;
  const facts = { startedAt: startedAt.toISOString(), endsAt: endsAt.toISOString() };
  return { startedAt, endsAt, state: secrets ? stateOfHmac(secrets, 'chain-upgrade', facts, row) : 'unknown_secret' };
}

/** Whether entries without an HMAC are added and linked, and records without an entry adopted. */
export const isUpgrading = (period: UpgradePeriod | undefined, now: Date): boolean =>
  period?.state === 'valid' && now < period.endsAt;

/**
 * Whether workers of 0.1.0 may still be alone: the migration requested an upgrade, and no worker of this release has
 * linked anything.
 */
export async function isBeforeUpgrade(db: ReadRunner): Promise<boolean> {
  const [row] = await db.query<{ requested: boolean }>({
    name: 'chain_upgrade_asked',
    text: `SELECT EXISTS (SELECT FROM document_chain_upgrade WHERE hmac IS NULL)
      AND NOT EXISTS (SELECT FROM document_chain_heads WHERE hmac IS NOT NULL)
      AND NOT EXISTS (SELECT FROM document_chain WHERE hash_version IS NOT NULL) AS requested`,
  });
  return row?.requested === true;
}

/**
 * Starts the time of the upgrade if the migration requested it. Never starts it again: only a chain without any trace of a worker of this
 * release is from before the upgrade.
 */
export async function beginUpgrade(
  uow: UnitOfWork,
  secrets: AppSecrets,
  clock: Clock,
): Promise<UpgradePeriod | undefined> {
  return uow.run(async (tx) => {
    const period = await upgradePeriod(tx, secrets);
    if (period || !(await isBeforeUpgrade(tx))) return period;
    await lock(tx);
    // Another worker may have started it before this one got the lock.
    return (await upgradePeriod(tx, secrets)) ?? store(tx, secrets, clock.now());
  });
}

/** Starts the time again, for an operator whose upgrade from 0.1.0 was late. */
export const repeatUpgrade = (uow: UnitOfWork, secrets: AppSecrets, clock: Clock): Promise<UpgradePeriod> =>
  uow.run(async (tx) => {
    await lock(tx);
    return store(tx, secrets, clock.now());
  });

/** Renews the HMAC of a past time with the first application secret. */
export async function confirmUpgrade(tx: Tx, secrets: AppSecrets): Promise<void> {
  await lock(tx);
  const period = await upgradePeriod(tx, secrets);
  if (period?.state === 'valid') await write(tx, secrets, period);
}

const lock = (tx: Tx): Promise<unknown> =>
  tx.query({
    name: 'chain_upgrade_lock',
    text: 'SELECT pg_advisory_xact_lock($1)',
    values: [lockOfCell(UPGRADE_LOCK)],
  });

async function store(tx: Tx, secrets: AppSecrets, startedAt: Date): Promise<UpgradePeriod> {
  const period = { startedAt, endsAt: new Date(startedAt.getTime() + UPGRADE_MS) };
  await write(tx, secrets, period);
  return { ...period, state: 'valid' };
}

async function write(tx: Tx, secrets: AppSecrets, { startedAt, endsAt }: Omit<UpgradePeriod, 'state'>): Promise<void> {
  const facts = { startedAt: startedAt.toISOString(), endsAt: endsAt.toISOString() };
  const { secretVersion, hmac } = hmacOf(secrets, 'chain-upgrade', facts);
  await tx.query({
    name: 'chain_upgrade_store',
    text: `INSERT INTO document_chain_upgrade (started_at, ends_at, secret_version, hmac) VALUES ($1, $2, $3, $4)
      ON CONFLICT (one) DO UPDATE SET started_at = excluded.started_at, ends_at = excluded.ends_at,
        secret_version = excluded.secret_version, hmac = excluded.hmac`,
    values: [startedAt, endsAt, secretVersion, hmac],
  });
}
