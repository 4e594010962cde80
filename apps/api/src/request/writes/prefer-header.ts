import { Problem } from '@billhook/domain/shared/problems';

/**
 * Whether a caller asks for a dry run (RFC 7240: `Prefer: dry-run`, among other preferences, which are ignored as the RFC says). One that
 * was meant to be it is refused: to carry out what was to be tried is the one thing that may not happen by a slip of the pen.
 * @param values of all headers Prefer
 * @throws Problem 400 bad_request
 */
export function prefersDryRun(values: readonly string[] | undefined): boolean {
  const preferences = (values ?? []).flatMap((value) => value.split(',')).map((preference) => preference.trim());
  const meant = preferences.filter((preference) => /^dryrun/.test(preference.toLowerCase().replace(/[^a-z=;]/g, '')));
  const wrong = meant.find((preference) => !/^dry-run\s*(?:=\s*(?:true|"true"|""))?\s*(?:;.*)?$/i.test(preference));
  if (wrong !== undefined)
    throw new Problem('bad_request', 'Write the preference for a dry run as dry-run, without a value.');
  return meant.length > 0;
}
