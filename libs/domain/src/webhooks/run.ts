/** RecoverFailed: resends failed or cancelled deliveries. ReplayMissing: sends events that had no delivery to the endpoint. */
export const RUN_KINDS = ['RecoverFailed', 'ReplayMissing'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export const RUN_STATUSES = ['Running', 'Paused', 'Cancelled', 'Completed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

interface RunMoveRow {
  readonly from: readonly RunStatus[];
  readonly to: RunStatus;
}

/** What a person can do to a run. The engine completes a run, and cancels it with its endpoint. */
export const RUN_MOVES = {
  pause: { from: ['Running'], to: 'Paused' },
  resume: { from: ['Paused'], to: 'Running' },
  cancel: { from: ['Running', 'Paused'], to: 'Cancelled' },
} as const satisfies Record<string, RunMoveRow>;
export type RunMove = keyof typeof RUN_MOVES;

export function canMoveRun(status: RunStatus, move: RunMove): boolean {
  const { from }: RunMoveRow = RUN_MOVES[move];
  return from.includes(status);
}
