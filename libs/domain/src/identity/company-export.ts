/** Running: a worker writes its files. Completed: it can be downloaded. Expired: its files are deleted. */
export const COMPANY_EXPORT_STATUSES = ['Running', 'Completed', 'Expired'] as const;
export type CompanyExportStatus = (typeof COMPANY_EXPORT_STATUSES)[number];
