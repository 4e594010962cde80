/** Running: a worker writes its files. Completed: it can be downloaded. Expired: its files are deleted. Failed: one page failed too often. */
export const COMPANY_EXPORT_STATUSES = ['Running', 'Completed', 'Expired', 'Failed'] as const;
export type CompanyExportStatus = (typeof COMPANY_EXPORT_STATUSES)[number];
