import type { Tx } from '@billhook/db/unit-of-work';
import { NOW } from '../sql/now.sql.js';

/** Cases that may start together, a whole certification, and seconds until one more may. */
export const CERTIFICATION_RATE = { together: 30, everyS: 1 } as const;

export interface CertificationSlot {
  /** Seconds until the next case may start; 0 if this one may. */
  readonly retryAfter: number;
  /** Whether none was played recently: a certification begins. */
  readonly isFirst: boolean;
}

const SLOT = `interval '${CERTIFICATION_RATE.everyS} seconds'`;
/** The slot of the last case that may start now (GCRA). */
const LATEST = `${NOW} + ${SLOT} * ${CERTIFICATION_RATE.together - 1}`;

/** Counts a case against the rate limit of its endpoint, over all processes. */
export async function takeCertificationSlot(tx: Tx, endpointId: number): Promise<CertificationSlot> {
  const [slot] = await tx.query<CertificationSlot>({
    name: 'certification_slot',
    text: `WITH before AS MATERIALIZED (
        SELECT endpoint_id, greatest(coalesce(certification_slot_at, ${NOW}), ${NOW}) AS at,
          certification_slot_at IS NULL OR certification_slot_at < ${NOW} AS first
        FROM webhook_endpoint_states WHERE endpoint_id = $1 FOR NO KEY UPDATE
      ), taken AS (
        UPDATE webhook_endpoint_states s SET certification_slot_at = b.at + ${SLOT} FROM before b
        WHERE s.endpoint_id = b.endpoint_id AND b.at <= ${LATEST}
      )
      SELECT greatest(ceil(extract(epoch FROM at - (${LATEST})))::integer, 0) AS "retryAfter", first AS "isFirst" FROM before`,
    values: [endpointId],
  });
  if (!slot) throw new Error('unreachable: each endpoint has a state');
  return slot;
}
