import type { ImportView } from '@billhook/contract/installation/import';
import type { ShownImport } from '@billhook/installation/imports/imports.repository';

export function presentImport(row: ShownImport): ImportView {
  const { id, resource, format, dryRun, status, failure, total, done, created, existing, rejected, requestedBy } = row;
  return {
    ...{ id, resource, format, dryRun, status, failure, total, done, created, existing, rejected, requestedBy },
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
