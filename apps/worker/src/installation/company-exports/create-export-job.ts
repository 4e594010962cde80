import type { Database } from '@billhook/db/database';
import type { Runner } from '@billhook/db/statement';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { CompanyExportsRepository } from '@billhook/installation/company-exports/company-exports.repository';
import { deleteFiles, markExpired } from '@billhook/installation/company-exports/export-files.repository';
import type { DocumentPdfs } from '@billhook/invoicing/documents/document-pdfs';
import { companyDataPage, memberRecipient } from '@billhook/mail/company-recipients';
import type { Notices } from '@billhook/mail/notices';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { EventLogRepository } from '@billhook/webhooks/events/event-log.repository';
import {
  accountSections,
  settingsSections,
  webhookSections,
  type SectionContext,
  chainSections,
} from './account-sections.js';
import { closingSections } from './closing-sections.js';
import { CompanyExports } from './company-exports.js';
import { pdfSections } from './pdf-sections.js';
import { recordSections } from './record-sections.js';

interface ExportJobParts extends SectionContext {
  readonly env: Pick<Env, 'COMPANY_EXPORT_DAYS' | 'PUBLIC_URL' | 'SMTP_URL'>;
  readonly logger: Logger;
  readonly db: Database;
  readonly uow: UnitOfWork;
  readonly pdfs: DocumentPdfs;
  readonly notices: Notices;
}

/** The job of exports, with the sections in the order in which they are written: the events last. */
export function companyExportJob(parts: ExportJobParts): CompanyExportJob {
  const { env, clock, logger, db, uow, records, pdfs, notices } = parts;
  const companies = new CompaniesRepository(records.source, db);
  const exports = new CompanyExportsRepository(records.source, db);
  const events = new EventLogRepository(db);
  const writer = new CompanyExports({
    ...{ db, uow, clock, exports, days: env.COMPANY_EXPORT_DAYS },
    sections: [
      ...settingsSections(parts),
      ...recordSections(records),
      ...pdfSections({ context: records, pdfs, logger }),
      ...accountSections(parts),
      ...chainSections(records),
      ...webhookSections(parts),
      ...closingSections({ db, companies, clock }),
    ],
    lastSequence: (companyId) => events.end(companyId),
    notify: async (tx, { companyId, memberId, expiresAt, missing }) => {
      const { name: companyName } = await companies.get(companyId, tx);
      for (const { email, locale } of await memberRecipient(tx, memberId)) {
        const notice = {
          kind: 'export_ready',
          companyName,
          missing,
          url: companyDataPage(env.PUBLIC_URL),
          expiresAt: expiresAt ?? clock.now(),
        } as const;
        await notices.enqueue(tx, { companyId, to: email, locale, notice });
      }
    },
  });
  return new CompanyExportJob({ exports, writer, db: db.autocommit, clock, logger });
}

/** Per export. Then the next export has its turn, and a stop waits no longer than this. */
const TURN_MS = 1_000;

interface CompanyExportJobParts {
  readonly exports: Pick<CompanyExportsRepository, 'running' | 'due' | 'noteFailure'>;
  readonly writer: Pick<CompanyExports, 'work'>;
  readonly db: Runner;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Continues running exports, and deletes the files of expired ones. */
export class CompanyExportJob {
  constructor(private readonly parts: CompanyExportJobParts) {}

  /** @param stop ends the round after the running page */
  async run(stop: AbortSignal): Promise<void> {
    const { exports, writer, clock, logger } = this.parts;
    for (const id of await exports.running()) {
      const end = performance.now() + TURN_MS;
      try {
        while (!stop.aborted && (await writer.work({ id })) && performance.now() < end);
      } catch (error) {
        // One export that fails must not keep the others waiting.
        const hasFailed = await exports.noteFailure(id, clock.now());
        const outcome = hasFailed ? 'too often: the export has failed' : 'it will be retried';
        logger.error({ err: error, exportId: id }, `a page of an export failed; ${outcome}`);
      }
    }
  }

  async expire(stop: AbortSignal): Promise<void> {
    const { exports, db, clock } = this.parts;
    for (const ref of await exports.due(clock.now())) {
      while (!stop.aborted && (await deleteFiles(db, ref)));
      if (!stop.aborted) await markExpired(db, ref);
    }
  }
}
