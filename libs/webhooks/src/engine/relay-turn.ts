import { lockOfCell } from '@billhook/db/current-cell';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import {
  CLAIM_KEY,
  COMPANY_BYTES,
  COMPANY_CAP,
  type ClaimedDelivery,
  type DeliveryClaim,
  type Room,
} from '../deliveries/claim-deliveries.js';
import type { DeliveryStates } from '../deliveries/delivery-states.repository.js';
import { PLAN_ONCE } from '../sql/generic-plan.sql.js';
import { LIVE, LIVE_TAKE } from './live-turn.sql.js';
import { NUMBERING_LOCK, type Relay, type Relayed } from './relay.js';

/** The worker that claims in the turn. */
export interface Claimant {
  readonly workerId: number;
  readonly room: Room;
  /** Whether deliveries were due before the turn: then it claims even if it creates none. */
  readonly due: boolean;
}

export interface RelayTurnResult extends Relayed {
  /** Undefined if nothing was to be claimed, or another worker was claiming. */
  readonly claim: DeliveryClaim | undefined;
  /** Whether deliveries are left to claim because another worker was claiming. */
  readonly unclaimed: boolean;
}

/** What a live turn did, and what it left. */
export interface LiveTurnResult extends Pick<Relayed, 'events' | 'deliveries' | 'requestIds'> {
  readonly claimed: readonly ClaimedDelivery[];
  /** Whether events are left for a general turn. */
  readonly left: boolean;
  /** Whether deliveries are due. */
  readonly due: boolean;
}

/** The most events of a live turn: with more, the general turn costs less. */
const LIVE_EVENTS = 32;

const NOTHING_DONE = { events: 0, deliveries: 0, requestIds: [] } as const;

type LiveRow = (ClaimedDelivery | { readonly deliveryId: null }) & {
  readonly isTaken: boolean;
  readonly due: boolean;
  readonly events: number;
  readonly requestIds: readonly string[];
};

/** Creates deliveries of new events and claims due ones in one transaction: a live event is sent after one commit. */
export class RelayTurn {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly relay: Pick<Relay, 'runIn' | 'firstWaitMs'>,
    private readonly deliveries: Pick<DeliveryStates, 'claimIn'>,
  ) {}

  /** @param claimant undefined without room for a claim: then the turn only creates deliveries */
  run(claimant: Claimant | undefined): Promise<RelayTurnResult> {
    return this.unitOfWork.run(async (tx) => {
      const relayed = await this.relay.runIn(tx);
      const claims = claimant && (relayed.deliveries > 0 || claimant.due);
      const claim = claims ? await this.deliveries.claimIn(tx, claimant.workerId, claimant.room) : undefined;
      return { ...relayed, claim, unclaimed: Boolean(claims) && claim === undefined };
    });
  }

  /** The same for a few events of one company with plain endpoints, in one packet. Leaves everything else to `run`. */
  async live(workerId: number, { places, bytes, full }: Room): Promise<LiveTurnResult> {
    const limits = [LIVE_EVENTS, workerId, places, Math.min(bytes, COMPANY_BYTES), COMPANY_CAP, full];
    const [, taken, found] = await this.unitOfWork.together([
      PLAN_ONCE,
      { name: 'live_take', text: LIVE_TAKE, values: [lockOfCell(NUMBERING_LOCK), lockOfCell(CLAIM_KEY)] },
      { name: 'live_turn', text: LIVE, values: [...limits, this.relay.firstWaitMs] },
    ]);
    const rows = found as unknown as readonly LiveRow[];
    const claimed = rows.filter((row) => row.deliveryId !== null);
    const { isTaken = false, due = false, events = 0, requestIds = [] } = rows[0] ?? {};
    const done = isTaken ? { events, deliveries: claimed.length, requestIds } : NOTHING_DONE;
    return { ...done, claimed, due, left: !isTaken && Number(taken?.[0]?.['companies']) > 0 };
  }
}
