/** Whether a message is new, is being handled by another request, or has been handled. */
export type MessageState = 'new' | 'busy' | 'handled';

/**
 * Remembers the ids of messages, so that a repeat is not handled again. Implement it with your database, or with Redis. Use one store per
 * endpoint: the id is that of the event, so each endpoint receives the same one.
 */
export interface MessageStore {
  /** The state of a message. A new one is busy from now on; let that end without a call, in case your program is killed. */
  begin(id: string): MessageState | Promise<MessageState>;
  /** Ends what `begin` began. A message that was not handled is new again. */
  end(id: string, isHandled: boolean): unknown;
}

const MOST = 10_000;

/** The messages that this process has handled. For one process: others, and the next start, do not know them. */
export class MemoryMessageStore implements MessageStore {
  readonly #states = new Map<string, 'busy' | 'handled'>();
  readonly #most: number;

  /** @param most ids to remember; the oldest are forgotten first */
  constructor(most: number = MOST) {
    this.#most = most;
  }

  begin(id: string): MessageState {
    const known = this.#states.get(id);
    if (known === undefined) this.#set(id, 'busy');
    return known ?? 'new';
  }

  end(id: string, isHandled: boolean): void {
    this.#states.delete(id);
    if (isHandled) this.#set(id, 'handled');
  }

  #set(id: string, state: 'busy' | 'handled'): void {
    this.#states.set(id, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > this.#most && oldest !== undefined) this.#states.delete(oldest);
  }
}

/** A message that another request is handling: its response decides, so this one asks for a repeat. */
export const BUSY_STATUS = 409;

/**
 * Handles a message once.
 * @returns its state before: it was handled now if that is `new`
 */
export async function once(store: MessageStore | undefined, id: string, handle: () => unknown): Promise<MessageState> {
  const state = (await store?.begin(id)) ?? 'new';
  if (state !== 'new') return state;
  let isHandled = false;
  try {
    await handle();
    isHandled = true;
  } finally {
    await store?.end(id, isHandled);
  }
  return state;
}
