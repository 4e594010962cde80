import type { CompanyExportView } from '@billhook/contract/installation/company-export';
import type { CompanyExport } from '@billhook/installation/company-exports/company-export.entity';

/** An export as the settings show it. */
export function presentCompanyExport(row: CompanyExport): CompanyExportView {
  const { id, status, requestedBy, records, total, bytes, digest, missing } = row;
  return {
    ...{ id, status, requestedBy, records, total, bytes, digest, missing },
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
