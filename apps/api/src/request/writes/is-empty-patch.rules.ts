/** An empty patch changes nothing: no new version, no event. */
export function isEmptyPatch(patch: object): boolean {
  return Object.values(patch).every((value) => value === undefined);
}
