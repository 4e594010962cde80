/**
 * Running: a worker writes its files. Completed: it can be downloaded. Incomplete: it can be downloaded, without some PDFs.
 * Expired: its files are deleted. Failed: one page failed too often.
 */
export const COMPANY_EXPORT_STATUSES = ['Running', 'Completed', 'Incomplete', 'Expired', 'Failed'] as const;
export type CompanyExportStatus = (typeof COMPANY_EXPORT_STATUSES)[number];

/** Statuses of an export whose files can be downloaded until it expires. */
export const READY_EXPORT_STATUSES = ['Completed', 'Incomplete'] as const satisfies readonly CompanyExportStatus[];

/** Why an export does not contain the PDF of a document, in the words of its README. */
export const MISSING_PDF_REASONS = {
  pdf_limit_exceeded: 'its rendering exceeds a limit of time or memory',
  pdf_not_rendered: 'it was not rendered: no other PDF was rendered for ten minutes, or an error repeated',
} as const;
export type MissingPdfReason = keyof typeof MISSING_PDF_REASONS;

/** After this time without a newly rendered PDF, a section is written without those that are missing. */
export const MOST_STALLED_MS = 600_000;

/** One attempt counts at most this much, so that the time in which no worker runs does not count. */
const MOST_PER_ATTEMPT_MS = 30_000;

/** How long an export has waited for PDFs, in milliseconds, and when the last attempt without progress ended. */
export interface ExportStall {
  readonly stalledMs: number;
  readonly stalledAt: Date | null;
}

export const NO_STALL: ExportStall = { stalledMs: 0, stalledAt: null };

/** The stall after an attempt at a page that still waits. @param rendered PDFs that the attempt rendered */
export function stallAfter({ stalledMs, stalledAt }: ExportStall, now: Date, rendered: number): ExportStall {
  if (rendered > 0) return { stalledMs: 0, stalledAt: now };
  if (stalledAt === null) return { stalledMs, stalledAt: now };
  const passed = Math.max(0, now.getTime() - stalledAt.getTime());
  return { stalledMs: stalledMs + Math.min(passed, MOST_PER_ATTEMPT_MS), stalledAt: now };
}

/** Whether the section no longer waits. It stays so until its end: one defect must not cost ten minutes for each document. */
export const hasStalled = ({ stalledMs }: Pick<ExportStall, 'stalledMs'>): boolean => stalledMs >= MOST_STALLED_MS;
