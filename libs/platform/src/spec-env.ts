import { z } from 'zod';
import { urlOf } from './env-fields.js';
import { withoutEmpty, type Source } from './load-env.js';

/* The environment variables of specs: those that the test runner sets, and those that a person can set. */

const testEnvSchema = z.object({ TEST_SERVER_URL: urlOf('postgres', 'postgresql'), TEST_TEMPLATE: z.string() });

/** The database server of specs and the template to clone. Throws outside a test run. */
export function loadTestEnv(source: Source = process.env): z.output<typeof testEnvSchema> {
  return testEnvSchema.parse(source);
}

/** The browser for browser tests, if not the packaged one. */
export function loadBrowserEnv(source: Source = process.env): { CHROMIUM_PATH?: string | undefined } {
  return z.object({ CHROMIUM_PATH: z.string().optional() }).parse(withoutEmpty(source));
}

/** The browser of the test run. Throws outside a test run. */
export function loadBrowserServerEnv(source: Source = process.env): { TEST_BROWSER_URL: string } {
  return z.object({ TEST_BROWSER_URL: z.url() }).parse(source);
}

const runEnvSchema = z.object({
  /** Whether the long proofs run in a small form: `npm test` sets it, `npm run test:full` does not. */
  TEST_SIZE: z.enum(['short', 'full']).default('full'),
  /** What a short run checks of a screen: each commit has another turn. */
  TEST_TURN: z.coerce.number().int().nonnegative().default(0),
  /** What other processes run from. A run of all specs has built them, and a build starts in half the time. */
  TEST_PROGRAMS: z.enum(['sources', 'dist']).default('sources'),
  /** How many cells the databases of specs have. With 2, companies alternate between them. */
  TEST_CELLS: z.coerce.number().int().min(1).max(2).default(1),
});

/** How the runner of the specs runs them. */
export function loadRunEnv(source: Source = process.env): z.output<typeof runEnvSchema> {
  return runEnvSchema.parse(withoutEmpty(source));
}

/** The seed of the fuzzing spec; fixed by default, so each run sends the same requests. */
export function loadFuzzEnv(source: Source = process.env): { FUZZ_SEED: number } {
  return z.object({ FUZZ_SEED: z.coerce.number().int().nonnegative().default(1) }).parse(withoutEmpty(source));
}

/** How often the specs repeat cases that must fail every time. */
export function loadChaosEnv(source: Source = process.env): { CHAOS_ROUNDS: number } {
  return z.object({ CHAOS_ROUNDS: z.coerce.number().int().positive().default(5) }).parse(withoutEmpty(source));
}

/** The variables of this process with others, for a child process. */
export function variablesWith(others: Record<string, string>, source: Source = process.env): Record<string, string> {
  const set = Object.entries(source).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(set), ...others };
}
