import type { Logger } from './logger.js';
import { withinTime } from './within-time.js';

/** For a step that only closes connections. */
export const CLOSE_MS = 1_000;

/** Runs one step of a stop. If it fails or takes longer than its limit, this is logged, and the next step runs. */
export async function stopStep(
  { what, ms, logger }: { readonly what: string; readonly ms: number; readonly logger: Logger },
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await withinTime(ms, work());
  } catch (error) {
    logger.warn({ err: error }, `could not stop ${what}; continuing without it`);
  }
}
