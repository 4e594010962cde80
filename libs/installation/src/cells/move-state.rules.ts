/**
 * What the servers have of a move that has begun and not ended. Each fact is read from the server itself, so it is right after any
 * interruption.
 */
export interface MoveFacts {
  /** Whether programs use the target. */
  readonly isAtTarget: boolean;
  readonly source: {
    readonly hasSchema: boolean;
    /** Under the name that it gets with the switch. */
    readonly hasOldSchema: boolean;
    readonly hasSlot: boolean;
  };
  readonly target: { readonly hasSubscription: boolean };
  /** Whether source and target have the same tables. */
  readonly hasSameTables: boolean;
}

/**
 * `broken`: what is there cannot be continued. `lost`: in addition, the present server has no copy of the cell. `copying`: the target copies or follows, and programs use the present server. `between`:
 * the schema has its new name at the present server, and programs are not sent to the target yet. `moved`: programs use the target, and
 * the replication has to be removed.
 */
export type MoveState = 'broken' | 'lost' | 'copying' | 'between' | 'moved';

export function moveState({ isAtTarget, source, target, hasSameTables }: MoveFacts): MoveState {
  if (isAtTarget) return 'moved';
  if (!source.hasSchema && source.hasOldSchema) return 'between';
  if (source.hasSlot && target.hasSubscription && hasSameTables) return 'copying';
  return source.hasSchema ? 'broken' : 'lost';
}
