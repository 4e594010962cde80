import { Problem } from '@billhook/domain/shared/problems';

/** The record to change, and the versions that the caller accepts (If-Match), if any. */
export interface Target {
  readonly id: number;
  readonly versions?: readonly number[] | undefined;
}

/** @throws Problem version_mismatch when the record is at none of the accepted versions */
export function requireVersion({ version }: { readonly version: number }, { versions }: Target): void {
  if (!versions || versions.includes(version)) return;
  throw new Problem('version_mismatch', `The record is at version ${version}.`, {
    extensions: { currentVersion: version },
  });
}
