import { z } from 'zod';
import { withoutEmpty, type Source } from './env.js';
import { urlOf } from './env-fields.js';

/* What the test runner says to specs, and what a person can choose of them. */

const testEnvSchema = z.object({ TEST_SERVER_URL: urlOf('postgres', 'postgresql'), TEST_TEMPLATE: z.string() });

/** Where specs find their database server and the template to clone. Throws outside a test run. */
export function loadTestEnv(source: Source = process.env): z.output<typeof testEnvSchema> {
  return testEnvSchema.parse(source);
}

/** Which browser the browser tests drive, where it is not the shipped one. */
export function loadBrowserEnv(source: Source = process.env): { CHROMIUM_PATH?: string | undefined } {
  return z.object({ CHROMIUM_PATH: z.string().optional() }).parse(withoutEmpty(source));
}

/** Where browser specs find the browser of the run. Throws outside a test run. */
export function loadBrowserServerEnv(source: Source = process.env): { TEST_BROWSER_URL: string } {
  return z.object({ TEST_BROWSER_URL: z.url() }).parse(source);
}

/** Which requests the fuzzing spec makes up: the same ones each time, unless it is told otherwise. */
export function loadFuzzEnv(source: Source = process.env): { FUZZ_SEED: number } {
  return z.object({ FUZZ_SEED: z.coerce.number().int().nonnegative().default(1) }).parse(withoutEmpty(source));
}

/** How often the specs try what has to fail each time. */
export function loadChaosEnv(source: Source = process.env): { CHAOS_ROUNDS: number } {
  return z.object({ CHAOS_ROUNDS: z.coerce.number().int().positive().default(5) }).parse(withoutEmpty(source));
}

/** The variables of this process beside others, for a program that it starts. */
export function variablesWith(others: Record<string, string>, source: Source = process.env): Record<string, string> {
  const set = Object.entries(source).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(set), ...others };
}
