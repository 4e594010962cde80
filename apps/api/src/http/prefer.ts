/**
 * Whether a caller asks for a dry run (RFC 7240: `Prefer: dry-run`, among other preferences, which are ignored as the RFC says).
 * @param values of all headers Prefer
 */
export function prefersDryRun(values: readonly string[] | undefined): boolean {
  return (values ?? [])
    .flatMap((value) => value.split(','))
    .some((preference) => /^\s*dry-run\s*(?:=\s*"?(?:true)?"?\s*)?(?:;.*)?$/i.test(preference));
}
