/** Requested: it can be withdrawn. Running: rows are being deleted. Completed: only this remains of the company. */
export const COMPANY_DELETION_STATUSES = ['Requested', 'Running', 'Completed'] as const;
export type CompanyDeletionStatus = (typeof COMPANY_DELETION_STATUSES)[number];
