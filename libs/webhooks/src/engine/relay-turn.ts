import type { UnitOfWork } from '@billhook/db/unit-of-work';
import type { DeliveryClaim, Room } from '../deliveries/claim-deliveries.js';
import type { DeliveryStates } from '../deliveries/delivery-states.repository.js';
import type { Relay, Relayed } from './relay.js';

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

/** Creates deliveries of new events and claims due ones in one transaction: a live event is sent after one commit. */
export class RelayTurn {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly relay: Pick<Relay, 'runIn'>,
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
}
