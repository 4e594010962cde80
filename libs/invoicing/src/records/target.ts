import { Problem } from '@billhook/domain/shared/problems';

/** The record that is to be changed, and the versions that the caller has seen (If-Match), where any were said. */
export interface Target {
  readonly id: number;
  readonly versions?: readonly number[] | undefined;
}

/** @throws Problem version_mismatch when a record is not at a version that the caller has seen */
export function requireVersion({ version }: { readonly version: number }, { versions }: Target): void {
  if (!versions || versions.includes(version)) return;
  throw new Problem('version_mismatch', `The record is at version ${version}.`, {
    extensions: { currentVersion: version },
  });
}
