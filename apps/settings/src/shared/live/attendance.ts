import { UNATTENDED_HEADER } from '@billhook/domain/identity/unattended';
import { onSessionLost, sendBelow } from '@billhook/ui/api-fetch';
import { answerSession } from '@billhook/ui/session-expiry';

/** What a person causes follows their input within this time, also where a script arrives first. */
const ATTENDED_MS = 10_000;

const INPUT = ['pointerdown', 'keydown', 'wheel'] as const;

/** What could be lost if the page were left: forms, and dialogs with what was chosen in them. */
const HOLDS_INPUT = '[role=dialog], #main form';

/**
 * Marks the requests that a page sends while no person uses it: they do not prolong the session. Once it has ended, such a page shows the
 * sign-in, after which its address opens again, unless it holds input.
 */
export class Attendance {
  readonly #stop: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAttended = true;

  constructor() {
    for (const type of INPUT) addEventListener(type, this.#attend, { capture: true, passive: true });
    this.#stop = onSessionLost('session_missing', () => {
      if (!this.#isAttended && !document.querySelector(HOLDS_INPUT)) answerSession(false);
    });
    this.#attend();
  }

  get isAttended(): boolean {
    return this.#isAttended;
  }

  end(): void {
    for (const type of INPUT) removeEventListener(type, this.#attend, { capture: true });
    clearTimeout(this.#timer);
    this.#stop();
    sendBelow('/app/', {});
  }

  readonly #attend = (): void => {
    this.#isAttended = true;
    sendBelow('/app/', {});
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isAttended = false;
      sendBelow('/app/', { [UNATTENDED_HEADER]: 'true' });
    }, ATTENDED_MS);
  };
}
