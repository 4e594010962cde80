import { DELIVERY_STATUSES } from '@billhook/contract/webhooks/delivery';
import { ENDPOINT_HEALTHS, HEALTH_RULES } from '@billhook/domain/webhooks/endpoint-health';
import { canMoveRun, RUN_MOVES, RUN_STATUSES, type RunMove, type RunStatus } from '@billhook/domain/webhooks/run';
import { drawStates } from './state-diagram.js';

const DAY_MS = 86_400_000;

const ALL_RUN_MOVES = Object.keys(RUN_MOVES) as readonly RunMove[];

/** The states of a delivery: of one message to one endpoint. */
export function deliveryDiagram(): string {
  return drawStates({
    of: 'a delivery',
    states: DELIVERY_STATUSES,
    first: 'Waiting',
    edges: [
      { from: 'Waiting', to: 'Sending', label: 'due' },
      { from: 'Sending', to: 'Delivered', label: '2xx' },
      { from: 'Sending', to: 'Waiting', label: 'failed, retried later' },
      { from: 'Sending', to: 'Failed', label: 'last attempt failed' },
      { from: 'Failed', to: 'Sending', label: 'resend' },
      { from: 'Waiting', to: 'Cancelled', label: 'cancel, endpoint disabled' },
    ],
  });
}

/** The health of an endpoint, and its end. */
export function healthDiagram(): string {
  const { degradedAfter, pausedAfterMessages, disabledAfterMs } = HEALTH_RULES;
  return drawStates({
    of: 'an endpoint',
    states: [...ENDPOINT_HEALTHS, 'Disabled'] as const,
    first: 'Healthy',
    edges: [
      { from: 'Healthy', to: 'Degraded', label: `${degradedAfter} failures in a row` },
      { from: 'Degraded', to: 'Healthy', label: 'successes' },
      { from: 'Degraded', to: 'Paused', label: `${pausedAfterMessages} messages failed` },
      { from: 'Paused', to: 'Degraded', label: 'a success' },
      { from: 'Paused', to: 'Disabled', label: `${disabledAfterMs / DAY_MS} days without a success` },
      { from: 'Disabled', to: 'Healthy', label: 'enable' },
    ],
  });
}

/** The states of a run. */
export function runDiagram(): string {
  const moves = ALL_RUN_MOVES.flatMap((move) =>
    RUN_MOVES[move].from.map((from) => ({ from, to: RUN_MOVES[move].to, actions: [move], label: move })),
  );
  return drawStates<RunStatus, RunMove>({
    of: 'a run',
    states: RUN_STATUSES,
    first: 'Running',
    edges: [...moves, { from: 'Running', to: 'Completed', label: 'all messages handled' }],
    actions: ALL_RUN_MOVES,
    allows: (move, status) => canMoveRun(status, move),
  });
}
