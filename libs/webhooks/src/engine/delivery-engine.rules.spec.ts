import { describe, expect, it } from '@jest/globals';
import {
  engineAtRest,
  next,
  type EngineEffect,
  type EngineObservation,
  type EngineState,
  type EngineStep,
  type EngineWant,
} from './delivery-engine.rules.js';

/*
 * One decision per line: what it shows | the state before | what is observed | the state after | the effects. A state is its step with what
 * the step took over (`look:relay,claim`; `relay1` is the first attempt of a turn), what is true, and `?` with the wants. `off`: webhooks
 * are switched off. The look of a round that relays is a live turn.
 */
const REQUESTS = `
a poke at rest looks for events and deliveries | rest | poked | look:relay,claim | look:live
a poke with webhooks switched off looks as well | rest off | poked | look:relay,claim off | look
a poke during a look waits for the next one | look:relay,claim | poked | look:relay,claim ?relay,claim | -
a poke during a claim waits | claim | poked | claim ?relay,claim | -
a second poke adds nothing | claim ?relay,claim | poked | claim ?relay,claim | -
a poke after a stop starts nothing | rest stopping | poked | rest stopping ?relay,claim | settle
a due time at rest looks, and numbers no events | rest | due | look:claim | look
a due time during a turn waits | relay1 | due | relay1 ?claim | -
a due time after a stop starts nothing | rest stopping | due | rest stopping ?claim | settle
a sweep alone starts nothing: a poke follows it | rest | swept | rest ?release | -
a poke after a sweep releases before it looks | rest ?release | poked | release ?relay,claim | release
a sweep during a claim waits for its end | claim | swept | claim ?release | -
a stop during a claim lets it end | claim | stopped | claim stopping | -
`;

const RESULTS = `
a result when nothing waits only frees its place | rest | stored | rest freed | -
a result when more is due looks again | rest blocked | stored | look:claim blocked freed | look
a result that opens its endpoint looks again | rest | stored opens | look:claim freed | look
a result during a claim is remembered | claim | stored | claim freed | -
a result during a claim, with more due, wants another | claim blocked | stored | claim blocked freed ?claim | -
a result after a stop starts nothing | rest blocked stopping | stored | rest blocked freed stopping ?claim | settle
free places clear what came free before | claim blocked freed | counted | claim | -
no free place hurries the results | claim freed | counted full | claim blocked | hurry
a claim that started all | claim blocked | started | claim | -
a claim that could not start all hurries the results | claim | started blocked | claim blocked | hurry
a claim that counted places that came free wants another | claim freed | started blocked | claim blocked freed ?claim | hurry
a claim that started all, with places that came free, does not | claim freed | started | claim freed | -
a worker that counted as dead claims again | claim | revived | claim ?claim | -
`;

const LOOKS = `
nothing found settles, and nothing is blocked | look:relay,claim blocked | looked | rest | settle
events and due deliveries are one turn | look:relay,claim | looked events due | relay1:due,claim | relay:claims,due
events alone are a turn as well | look:relay,claim | looked events | relay1 | relay:claims
due deliveries alone are a claim | look:relay,claim | looked due | claim | claim
a due time does not number events | look:claim | looked events due | claim | claim
after a turn, due deliveries that it could not start wait | look:relay blocked | looked due | rest blocked | settle
a turn remembers that more was due | look:relay,claim blocked | looked events due | relay1:due,claim,blocked blocked | relay:claims,due
switched off, events are numbered without a claim | look:relay,claim off | looked events due | relay1:due,claim off | relay:due
switched off, nothing is claimed | look:relay,claim off | looked due | rest off | settle
after a live turn beside other workers, another one looks | look:relay,claim | looked more | look:relay | look:live
the same with due deliveries claims first | look:relay,claim | looked due more | claim ?more | claim
a look that fails ends the round | look:relay,claim | failed | rest | settle
a look that fails after a poke looks again | look:relay,claim ?relay,claim | failed | look:relay,claim | look:live
a stop during a look does not start a further round | look:relay,claim stopping ?claim | looked | rest stopping ?claim | settle
`;

const TURNS = `
a turn that claimed learned what is blocked | relay1:due,claim,blocked | committed hadRoom claimed | relay1:due,claim,blocked | -
a turn with room and no claim leaves more due | relay1:blocked | committed hadRoom | relay1:blocked blocked | -
the same, with places that came free, wants a claim | relay1:blocked freed | committed hadRoom | relay1:blocked blocked freed ?claim | -
a turn without room learned nothing new | relay1:blocked blocked | committed | relay1:blocked blocked | -
a turn while another worker claimed wants a claim | relay1 | committed hadRoom unclaimed | relay1 ?claim | -
the last turn settles | relay1 | relayed | rest | settle
a turn that left events continues, without another claim | relay1 | relayed more | look:relay | look:live
a turn that opened the first message of a record claims | relay1 | relayed opened | look:claim | look
a turn that left events does not continue after a stop | relay1 stopping | relayed more | rest stopping ?more | settle
a turn that fails is repeated without its claim | relay1:due,claim | failed | relay2:due,claim | relay:due
the repeated turn is followed by a claim | relay2 | relayed | claim | claim
the repeated turn keeps what it left for the next round | relay2 | relayed more | claim ?more | claim
a turn that fails twice is followed by a claim | relay2 | failed | claim | claim
switched off, a turn that fails twice ends the round | relay2 off | failed | rest off | settle
`;

const ENDS = `
a release is followed by the look | release ?relay,claim | released | look:relay,claim | look:live
a release that fails as well | release ?claim | failed | look:claim | look
a sweep during a release is for the next round | release ?claim,release | released | look:claim ?release | look
a claim that ends settles | claim | claimed | rest | settle
a claim that fails settles: the next sweep looks again | claim | failed | rest | settle
a claim with more wanted looks again | claim ?claim | claimed | look:claim | look
a claim after a sweep releases, and no claim runs meanwhile | claim ?claim,release | claimed | release ?claim | release
a claim after a stop settles | claim stopping ?claim | claimed | rest stopping ?claim | settle
`;

/** The members of observations, which are false unless a line names them. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  stored: ['opens'],
  counted: ['full'],
  started: ['blocked'],
  committed: ['hadRoom', 'claimed', 'unclaimed'],
  looked: ['events', 'due', 'more'],
  relayed: ['opened', 'more'],
};

const truths = (names: readonly string[], given: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, given.includes(name)]));

function observationOf(text: string): EngineObservation {
  const [type = '', ...given] = text.split(' ');
  return { type, ...truths(MEMBERS[type] ?? [], given) } as EngineObservation;
}

function stepOf(text: string): EngineStep {
  const [kind = '', given = ''] = text.split(':');
  const has = (name: string): boolean => given.split(',').includes(name);
  if (kind === 'look') return { kind, relay: has('relay'), claim: has('claim') };
  if (!kind.startsWith('relay')) return { kind } as EngineStep;
  const found = { due: has('due'), claim: has('claim') };
  return { kind: 'relay', attempt: kind === 'relay1' ? 1 : 2, found, wasBlocked: has('blocked') };
}

function stateOf(text: string): EngineState {
  const [step = '', ...given] = text.split(' ');
  const wants =
    given
      .find((each) => each.startsWith('?'))
      ?.slice(1)
      .split(',') ?? [];
  const { blocked, freed, stopping } = truths(['blocked', 'freed', 'stopping'], given) as Record<string, boolean>;
  return {
    ...engineAtRest(!given.includes('off')),
    ...{ step: stepOf(step), wants: new Set(wants as EngineWant[]) },
    ...{ blocked: blocked === true, freed: freed === true, stopping: stopping === true },
  };
}

function effectsOf(text: string): EngineEffect[] {
  return text.split(' ').flatMap((each): EngineEffect[] => {
    const [name = '', given = ''] = each.split(':');
    if (name === '-') return [];
    const has = (flag: string): boolean => given.split(',').includes(flag);
    if (name === 'look') return [{ do: name, live: has('live') }];
    return [(name === 'relay' ? { do: name, claims: has('claims'), due: has('due') } : { do: name }) as EngineEffect];
  });
}

const casesOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | '));

describe.each([
  ['a request', REQUESTS],
  ['results, and within a claim', RESULTS],
  ['a look', LOOKS],
  ['a turn, and within it', TURNS],
  ['a release or a claim', ENDS],
])('the decision of the delivery engine after %s', (_, table) => {
  it.each(casesOf(table))('%s', (...[, before = '', observed = '', after = '', effects = '']) => {
    const decision = next(stateOf(before), observationOf(observed));
    expect(decision).toEqual({ state: stateOf(after), effects: effectsOf(effects) });
  });
});

describe('the delivery engine', () => {
  it.each([
    ['rest', 'failed'],
    ['claim', 'looked events due'],
    ['release', 'relayed'],
    ['look:relay,claim', 'claimed'],
    ['relay1', 'released'],
  ])('has no end of the step %s with %s', (step, observed) => {
    expect(() => next(stateOf(step), observationOf(observed))).toThrow('cannot end with');
  });

  it('runs one step at a time, and settles once nothing is wanted, in every state that can be reached', () => {
    const requests = ['poked', 'due', 'swept', 'stored', 'stored opens', 'stopped'];
    const pairs = (type: string, [first, second]: readonly [string, string]): string[] =>
      ['', ` ${first}`].flatMap((a) => ['', ` ${second}`].map((b) => type + a + b));
    const ends: Readonly<Record<EngineStep['kind'], readonly string[]>> = {
      rest: [],
      release: ['failed', 'released'],
      look: ['failed', 'looked more', ...pairs('looked', ['events', 'due'])],
      relay: ['failed', ...pairs('relayed', ['opened', 'more'])],
      claim: ['failed', 'claimed'],
    };
    const keyOf = (state: EngineState): string => JSON.stringify({ ...state, wants: [...state.wants].sort() });
    const reached = new Map([stateOf('rest'), stateOf('rest off')].map((state) => [keyOf(state), state]));
    const wrong: unknown[] = [];
    // A map also visits the entries that are added on the way.
    for (const before of reached.values()) {
      for (const observed of [...requests, ...ends[before.step.kind]]) {
        const { state, effects } = next(before, observationOf(observed));
        const isEnd = !requests.includes(observed);
        const isRunning = state.step.kind !== 'rest';
        const begun = effects.filter((effect) => effect.do !== 'hurry' && effect.do !== 'settle').length;
        const isWanted = state.wants.has('claim') || state.wants.has('more');
        const isRight =
          begun === (isRunning && (isEnd || before.step.kind === 'rest') ? 1 : 0) &&
          (isRunning || state.stopping || !isWanted) &&
          (isRunning || !isEnd || effects.some((effect) => effect.do === 'settle'));
        if (!isRight) wrong.push([keyOf(before), observed, keyOf(state), effects]);
        if (!reached.has(keyOf(state))) reached.set(keyOf(state), state);
      }
    }
    expect(wrong).toEqual([]);
    expect(reached.size).toBeGreaterThan(100);
  });
});
