/*
 * The decisions of the delivery engine, without time, database or promises. Steps run one after the other: each ends with one observation,
 * which starts the next. Requests and results arrive at any time, including while a step runs.
 */

/**
 * The purpose of the next round. `relay`: new events may exist. `more`: the last turn left events. `claim`: deliveries may be due.
 * `release`: claimed deliveries may be unknown to this worker.
 */
export type EngineWant = 'relay' | 'more' | 'claim' | 'release';

/** What runs now, with what it took over from the state when it began. */
export type EngineStep =
  | { readonly kind: 'rest' }
  | { readonly kind: 'release' }
  | { readonly kind: 'look'; readonly relay: boolean; readonly claim: boolean }
  | {
      readonly kind: 'relay';
      readonly attempt: 1 | 2;
      /** Whether deliveries are due, and whether this round may claim them. */
      readonly found: FoundDue;
      /** Whether more was due than could start, before this turn. */
      readonly wasBlocked: boolean;
    }
  | { readonly kind: 'claim' };

interface FoundDue {
  readonly due: boolean;
  readonly claim: boolean;
}

export interface EngineState {
  /** False with webhooks switched off: events are numbered, nothing is delivered. */
  readonly enabled: boolean;
  readonly wants: ReadonlySet<EngineWant>;
  readonly step: EngineStep;
  /** Whether more is due than there were places. */
  readonly blocked: boolean;
  /** Whether places came free since they were last counted. */
  readonly freed: boolean;
  readonly stopping: boolean;
}

export const engineAtRest = (enabled: boolean): EngineState => ({
  ...{ enabled, wants: new Set(), step: { kind: 'rest' }, blocked: false, freed: false, stopping: false },
});

export type EngineObservation =
  /** Requests: new events may exist, deliveries may be due, a sweep began, the worker stops. */
  | { readonly type: 'poked' | 'due' | 'swept' | 'stopped' }
  /** Results were stored. `opens`: another message of their endpoint may start. */
  | { readonly type: 'stored'; readonly opens: boolean }
  /** Steps of a turn or a claim: the free places were counted, its deliveries started, or a worker that was considered dead released them. */
  | { readonly type: 'counted'; readonly full: boolean }
  | { readonly type: 'started'; readonly blocked: boolean }
  | { readonly type: 'revived' }
  /** Within a turn: it committed. `unclaimed`: another worker was claiming. */
  | { readonly type: 'committed'; readonly hadRoom: boolean; readonly claimed: boolean; readonly unclaimed: boolean }
  /** Ends of steps. */
  | { readonly type: 'released' | 'claimed' | 'failed' }
  /** `events`: they are left for a turn. `more`: others may have been left while a live turn had locked their company. */
  | { readonly type: 'looked'; readonly events: boolean; readonly due: boolean; readonly more: boolean }
  | { readonly type: 'relayed'; readonly opened: boolean; readonly more: boolean };

export type EngineEffect =
  | { readonly do: 'release' | 'claim' }
  /** `live`: by a live turn, which delivers what it can. */
  | { readonly do: 'look'; readonly live: boolean }
  | { readonly do: 'relay'; readonly claims: boolean; readonly due: boolean }
  /** Store finished attempts soon: a delivery waits for their places. */
  | { readonly do: 'hurry' }
  /** Nothing more can start: resolve the promises of those who wait. */
  | { readonly do: 'settle' };

export interface EngineDecision {
  readonly state: EngineState;
  /** To perform in this order. */
  readonly effects: readonly EngineEffect[];
}

/** The state after an observation, and what the engine does about it. */
export function next(state: EngineState, observed: EngineObservation): EngineDecision {
  switch (observed.type) {
    case 'poked':
      return begin(wanting(state, 'relay', 'claim'));
    case 'due':
      return begin(wanting(state, 'claim'));
    case 'swept':
      return { state: wanting(state, 'release'), effects: [] };
    case 'stopped':
      return { state: { ...state, stopping: true }, effects: [] };
    case 'stored': {
      const after = { ...state, freed: true };
      return state.blocked || observed.opens ? begin(wanting(after, 'claim')) : { state: after, effects: [] };
    }
    case 'counted':
      return { state: { ...state, blocked: observed.full, freed: false }, effects: hurryIf(observed.full) };
    case 'started': {
      const after = { ...state, blocked: observed.blocked };
      // The claim may have counted places that came free before its response: no other look would follow.
      const again = observed.blocked && state.freed;
      return { state: again ? wanting(after, 'claim') : after, effects: hurryIf(observed.blocked) };
    }
    case 'revived':
      return { state: wanting(state, 'claim'), effects: [] };
    case 'committed':
      return { state: committed(state, observed), effects: [] };
    default:
      return ended(state, observed);
  }
}

type StepEnd = Extract<EngineObservation, { readonly type: 'released' | 'claimed' | 'failed' | 'looked' | 'relayed' }>;

/** @throws an Error if this step cannot end so, which is a defect of the engine */
function ended(state: EngineState, observed: StepEnd): EngineDecision {
  const { step } = state;
  const failed = observed.type === 'failed';
  if (step.kind === 'release' && (failed || observed.type === 'released')) return look(state);
  // A database error ends the round: the next sweep looks again.
  if (step.kind === 'look' && failed) return proceed(state);
  if (step.kind === 'look' && observed.type === 'looked') {
    const found = { due: observed.due, claim: observed.due && step.claim };
    if (observed.events && step.relay) return relay(state, 1, found);
    return claim(observed.more ? wanting(state, 'more') : state, found, false);
  }
  if (step.kind === 'relay' && observed.type === 'relayed') {
    const after = wanting(
      state,
      ...(observed.more ? ['more' as const] : []),
      ...(observed.opened ? ['claim' as const] : []),
    );
    return step.attempt === 1 ? proceed(after) : claim(after, step.found, true);
  }
  // Events must be numbered even if claiming fails, and due deliveries sent even if numbering fails.
  if (step.kind === 'relay' && failed)
    return step.attempt === 1 ? relay(state, 2, step.found) : claim(state, step.found, true);
  if (step.kind === 'claim' && (failed || observed.type === 'claimed')) return proceed(state);
  throw new Error(`the step ${step.kind} cannot end with ${observed.type}`);
}

const wanting = (state: EngineState, ...wants: readonly EngineWant[]): EngineState => ({
  ...state,
  wants: new Set([...state.wants, ...wants]),
});

const hurryIf = (blocked: boolean): readonly EngineEffect[] => (blocked ? [{ do: 'hurry' }] : []);

/** Starts a round, unless one is running: it looks at the wants when it ends. */
const begin = (state: EngineState): EngineDecision =>
  state.step.kind === 'rest' ? proceed(state) : { state, effects: [] };

/** The next round, if something is wanted. */
function proceed(state: EngineState): EngineDecision {
  const wanted = state.wants.has('claim') || state.wants.has('more');
  if (!wanted || state.stopping) return { state: { ...state, step: { kind: 'rest' } }, effects: [{ do: 'settle' }] };
  if (!state.wants.has('release')) return look(state);
  const wants = new Set([...state.wants].filter((want) => want !== 'release'));
  return { state: { ...state, wants, step: { kind: 'release' } }, effects: [{ do: 'release' }] };
}

/** Takes the wants before the look: a request during it concerns data that the look may not see. */
function look(state: EngineState): EngineDecision {
  const { wants } = state;
  const step = { kind: 'look', relay: wants.has('relay') || wants.has('more'), claim: wants.has('claim') } as const;
  const left = new Set([...wants].filter((want) => want === 'release'));
  return { state: { ...state, wants: left, step }, effects: [{ do: 'look', live: step.relay && state.enabled }] };
}

/** One batch of events. The first attempt also claims; after an error, the second one only numbers. */
function relay(state: EngineState, attempt: 1 | 2, found: FoundDue): EngineDecision {
  const step = { kind: 'relay', attempt, found, wasBlocked: state.blocked } as const;
  const claims = attempt === 1 && state.enabled;
  return { state: { ...state, step }, effects: [{ do: 'relay', claims, due: found.claim }] };
}

/** The claim of a round whose turn did not claim. @param relayed whether its turn may have created deliveries */
function claim(state: EngineState, found: FoundDue, relayed: boolean): EngineDecision {
  if (state.enabled && (found.claim || relayed))
    return { state: { ...state, step: { kind: 'claim' } }, effects: [{ do: 'claim' }] };
  return proceed(found.due ? state : { ...state, blocked: false });
}

function committed(
  state: EngineState,
  { hadRoom, claimed, unclaimed }: Extract<EngineObservation, { readonly type: 'committed' }>,
): EngineState {
  const after = unclaimed ? wanting(state, 'claim') : state;
  const wasBlocked = state.step.kind === 'relay' && state.step.wasBlocked;
  // A turn without a claim learns nothing about what an earlier claim could not start.
  if (!hadRoom || claimed || !wasBlocked) return after;
  return { ...(state.freed ? wanting(after, 'claim') : after), blocked: true };
}
