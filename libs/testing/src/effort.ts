import type { Page } from 'playwright-core';
import { eventually } from './patience.js';

/** The effort of a job for a person: presses of the pointer, and fields that are filled in or selected. */
export interface Effort {
  readonly clicks: number;
  readonly fields: number;
}

const BINDING = 'countEffort';

/** Presses count, not `click` events: a label passes its click on to its checkbox. Input of a checkbox is such a click.
 * Playwright stops a press at the window, and repeats it, when something moves under the pointer: the document sees the last. */
const REPORTS = `(() => {
  let last;
  document.addEventListener('pointerdown', (event) => { if (event.isTrusted) globalThis.${BINDING}('clicks'); }, true);
  addEventListener('input', ({ target }) => {
    if (target === last || target.type === 'checkbox' || target.type === 'radio') return;
    last = target;
    globalThis.${BINDING}('fields');
  }, true);
})()`;

/** Counts in the browser what the jobs of a spec take, on each page that is loaded after it was created. */
export class EffortCounter {
  #clicks = 0;
  #fields = 0;

  private constructor(private readonly page: Page) {}

  static async on(page: Page): Promise<EffortCounter> {
    const counter = new EffortCounter(page);
    await page.exposeFunction(BINDING, (kind: 'clicks' | 'fields') => {
      if (kind === 'clicks') counter.#clicks++;
      else counter.#fields++;
    });
    await page.addInitScript(REPORTS);
    if (page.url().startsWith('http')) await page.evaluate(REPORTS);
    return counter;
  }

  /** Begins a job. It counts only what a user has to do: for anything else, a spec uses the keyboard. */
  async begin(): Promise<void> {
    await this.spent();
    this.#clicks = 0;
    this.#fields = 0;
  }

  /** What the job has taken so far. */
  async spent(): Promise<Effort> {
    // The browser reports in order, so everything before this is counted.
    await eventually('the page reports', () =>
      this.page.evaluate('true').catch((error: unknown) => {
        // A click has led to another page in the meantime, which reports next.
        if (!String(error).includes('Execution context was destroyed')) throw error;
      }),
    );
    return { clicks: this.#clicks, fields: this.#fields };
  }
}
