import { COMPANY_EXPORT_STATUSES } from '@billhook/domain/identity/company-export';
import { z } from 'zod';
import { Id, Instant } from '../shared/common.js';

export const CompanyExportView = z
  .object({
    id: Id,
    status: z.enum(COMPANY_EXPORT_STATUSES),
    requestedBy: z.string().meta({ description: 'A description of the member who requested it' }),
    createdAt: Instant,
    completedAt: Instant.nullable(),
    expiresAt: Instant.nullable().meta({ description: 'When its files are deleted' }),
    records: z.int().meta({ description: 'The number of records that are written' }),
    total: z.int().nullable().meta({ description: 'The number of records to write; null until they are counted' }),
    bytes: z.int().meta({ description: 'The size of its files, before they are compressed' }),
    missing: z.int().meta({
      description: 'The number of PDFs that it leaves out. README.txt in the archive names them with the reason',
    }),
    digest: z.string().nullable().meta({ description: 'SHA-256 of manifest.json, in hexadecimal' }),
  })
  .meta({ id: 'CompanyExport' });
export type CompanyExportView = z.infer<typeof CompanyExportView>;

export const CompanyExportList = z.object({ data: z.array(CompanyExportView) }).meta({ id: 'CompanyExportList' });
export type CompanyExportList = z.infer<typeof CompanyExportList>;
