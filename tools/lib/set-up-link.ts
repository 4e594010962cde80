import type { ProgramEnv } from './demo.ts';
import { node, runQuietly } from './run.mjs';

/**
 * A link that sets up a running installation; undefined if there is a company, or for a failure: the API has logged a link as well.
 * @param url of the API on this machine
 */
export async function setUpLinkOf(url: string, env: ProgramEnv): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/app/sign-in-options`);
    const { isSetUp } = (await response.json()) as { isSetUp: boolean };
    if (isSetUp) return undefined;
    const output = await runQuietly('The set-up link', ...node('apps/api/dist/admin.js', 'set-up-link'), env);
    return /https?:\S+/.exec(output)?.[0];
  } catch {
    return undefined;
  }
}
