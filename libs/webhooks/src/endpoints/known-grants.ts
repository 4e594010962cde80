import type { ReadRunner } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { ChangedByGrants } from '@billhook/domain/webhooks/endpoint-ownership';
import { grantStates, type GrantState } from '@billhook/identity/oauth/grant-applications';
import { disableEndpoints } from './disable-endpoints.js';
import { ENDED, FORGET, HOLD, KNOWN_OR_BOUND, OF_ENDED_GRANTS, WRITE_STATES } from './endpoint-grants.sql.js';

/*
 * What a cell knows of the grants on which its endpoints depend. A change of a grant is written to its global tables first, and to the cell
 * by a second step, before the response. The sweep finishes what a killed process left.
 */

/** On which grants an endpoint depends. */
interface DependentEndpoint {
  readonly grantId: number | null;
  readonly changedByGrants: ChangedByGrants;
}

/** The grants on which an endpoint depends. */
export const grantsOf = ({ grantId, changedByGrants }: DependentEndpoint): number[] => [
  ...new Set([grantId, ...Object.values(changedByGrants ?? {})].filter((id) => typeof id === 'number')),
];

/** A grant that the cell knows, or that it has to. */
interface KnownOrBound {
  readonly id: number;
  /** Whether an enabled endpoint depends on it. */
  readonly isBound: boolean;
  /** Null if nothing is known of it. */
  readonly access: GrantState['access'] | null;
  readonly expiresAt: Date | null;
  readonly permissions: readonly string[] | null;
  readonly hasEnded: boolean;
}

function isCurrent({ isBound, hasEnded, ...known }: KnownOrBound, state: GrantState | undefined): boolean {
  if (!isBound || hasEnded || !state) return false;
  return (
    known.access === state.access &&
    known.expiresAt?.getTime() === state.expiresAt?.getTime() &&
    known.permissions?.join() === state.permissions.join()
  );
}

/** Updates what is known of all grants. Reads each side, and writes what differs. */
export async function updateAllGrants(db: ReadRunner, uow: UnitOfWork): Promise<void> {
  const found = await db.query<KnownOrBound & Record<string, unknown>>({
    name: 'webhook_grants_known',
    text: KNOWN_OR_BOUND,
  });
  const read = await grantStates(
    db,
    found.filter(({ isBound }) => isBound).map(({ id }) => id),
  );
  const states = new Map(read.map((state) => [state.id, state]));
  await updateGrants(
    uow,
    found.filter((known) => !isCurrent(known, states.get(known.id))).map(({ id }) => id),
  );
}

/**
 * Updates what is known of these grants, if endpoints depend on them, and disables the endpoints of those that have ended. The sweep cancels
 * their waiting deliveries.
 */
export async function updateGrants(uow: UnitOfWork, grantIds: readonly number[]): Promise<void> {
  if (grantIds.length === 0) return;
  await uow.run(async (tx) => {
    const held = await tx.query<{ id: number }>({ name: 'webhook_grants_hold', text: HOLD, values: [grantIds] });
    const ids = held.map(({ id }) => id);
    if (ids.length === 0) return;
    // Read once they are locked: of two updates at the same time, the second one also sees what the first one was too early for.
    const states = await grantStates(tx, ids);
    const values = [ids, JSON.stringify(states)];
    await tx.query({ name: 'webhook_grants_write', text: WRITE_STATES, values });
    await disableOfEnded(tx, ids);
    await tx.query({ name: 'webhook_grants_forget', text: FORGET, values: [ids] });
  });
}

async function disableOfEnded(tx: Tx, grantIds: readonly number[]): Promise<void> {
  const ended = await tx.query<{ id: number; isRevoked: boolean }>({
    name: 'webhook_grants_ended',
    text: ENDED,
    values: [grantIds],
  });
  if (ended.length === 0) return;
  const idsOf = (isRevoked: boolean) => ended.filter((grant) => grant.isRevoked === isRevoked).map(({ id }) => id);
  const found = await tx.query<{ endpointId: number; isRevoked: boolean }>({
    name: 'endpoints_of_ended_grants',
    text: OF_ENDED_GRANTS,
    values: [idsOf(true), idsOf(false)],
  });
  // A revocation is named before an expiry.
  for (const [isRevoked, reason] of [
    [true, 'AccessRevoked'],
    [false, 'AccessExpired'],
  ] as const) {
    const endpoints = found
      .filter((row) => row.isRevoked === isRevoked)
      .map(({ endpointId }) => ({ endpointId, url: null }));
    if (endpoints.length > 0) await disableEndpoints(tx, endpoints, reason);
  }
}
