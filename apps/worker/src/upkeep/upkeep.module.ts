import { Database } from '@billhook/db/database';
import { Outbox } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { AttemptPartitions } from '@billhook/webhooks/deliveries/attempt-partitions';
import { DeliveryEngine } from '@billhook/webhooks/engine/engine';
import { UPKEEP_QUEUE } from '@billhook/webhooks/engine/queue';
import { Resealing } from '@billhook/webhooks/attempts/reseal';
import { WebhookRetention } from '@billhook/webhooks/deliveries/retention';
import { DocumentPdfs } from '@billhook/invoicing/documents/document-pdfs';
import { mailBodies } from '@billhook/invoicing/documents/mail-bodies';
import { MailResults } from '@billhook/invoicing/documents/mail-results';
import { MailSender } from '@billhook/mail/mail-sender';
import { Notices } from '@billhook/mail/notices';
import { pdfLimits, PdfThreads } from '@billhook/pdf/pdf-threads';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { systemClock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { AnsweringLinks } from '@billhook/invoicing/documents/answering-links.repository';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { ENV, LOGGER } from '../platform/tokens.js';
import { DocumentPdfJob } from './document-pdf.job.js';
import { EndpointLadderJob } from './endpoint-ladder.job.js';
import { IdempotencyJob } from './idempotency.job.js';
import { KeyExpiryJob } from './key-expiry.job.js';
import { KeyTrafficJob } from './key-traffic.job.js';
import { MailJob } from './mail.job.js';
import { OverdueJob } from './overdue.job.js';
import { ResealJob } from './reseal.job.js';
import { SignInJob } from './sign-in.job.js';
import { Sweep } from './sweep.js';
import { UPKEEP_JOBS, type UpkeepJob } from './upkeep.job.js';
import { UpkeepProcessor } from './upkeep.processor.js';
import { UpkeepSchedules } from './upkeep.schedules.js';
import { AttemptDaysJob, WebhookRetentionJob } from './webhook-retention.job.js';

/** What the repositories of the records are made of. */
const RECORDS = Symbol('record context');

/** What comes round. A further job is a class that implements UpkeepJob: a provider here, and named in `inject`. */
@Module({
  imports: [DeliveryModule, BullModule.registerQueue({ name: UPKEEP_QUEUE })],
  providers: [
    Sweep,
    UpkeepProcessor,
    UpkeepSchedules,
    {
      provide: RECORDS,
      inject: [DataSource, Database, DeliveryEngine, ENV],
      useFactory: (source: DataSource, db: Database, engine: DeliveryEngine, env: Env): RecordContext => ({
        source,
        db,
        outbox: new Outbox(() => void engine.poke()),
        publicUrl: env.PUBLIC_URL,
      }),
    },
    {
      provide: PdfThreads,
      inject: [ENV, LOGGER],
      useFactory: (env: Env, logger: Logger) => new PdfThreads(pdfLimits(env), logger),
    },
    {
      provide: DocumentPdfs,
      inject: [RECORDS, PdfThreads],
      useFactory: (records: RecordContext, threads: PdfThreads) => new DocumentPdfs(records, systemClock, threads),
    },
    {
      provide: OverdueJob,
      inject: [RECORDS, UnitOfWork, LOGGER],
      useFactory: (records: RecordContext, uow: UnitOfWork, logger: Logger) =>
        new OverdueJob(uow, new InvoicesRepository(records), systemClock, logger),
    },
    {
      provide: DocumentPdfJob,
      inject: [Database, DocumentPdfs, PdfThreads, ENV, LOGGER],
      useFactory: (db: Database, pdfs: DocumentPdfs, threads: PdfThreads, env: Env, logger: Logger) =>
        new DocumentPdfJob({ db, pdfs, threads, lanes: env.PDF_THREADS, logger }),
    },
    {
      provide: MailJob,
      inject: [RECORDS, DocumentPdfs, UnitOfWork, ENV, AppSecrets, LOGGER],
      useFactory: (
        records: RecordContext,
        pdfs: DocumentPdfs,
        uow: UnitOfWork,
        env: Env,
        secrets: AppSecrets,
        logger: Logger,
      ) => new MailJob(createSender(records, pdfs, uow, env, secrets, logger), logger),
    },
    {
      provide: IdempotencyJob,
      inject: [Database],
      useFactory: (db: Database) => new IdempotencyJob(db, systemClock),
    },
    {
      provide: Notices,
      inject: [AppSecrets, ENV],
      useFactory: (secrets: AppSecrets, { SMTP_URL }: Env) => new Notices(SMTP_URL !== undefined, secrets, systemClock),
    },
    {
      provide: KeyExpiryJob,
      inject: [Database, UnitOfWork, Notices, ENV],
      useFactory: (db: Database, uow: UnitOfWork, notices: Notices, { PUBLIC_URL }: Env) =>
        new KeyExpiryJob(db, uow, notices, systemClock, PUBLIC_URL),
    },
    {
      provide: EndpointLadderJob,
      inject: [Database, UnitOfWork, Notices, ENV, LOGGER],
      useFactory: (db: Database, uow: UnitOfWork, notices: Notices, env: Env, logger: Logger) =>
        new EndpointLadderJob(db, uow, notices, env, logger),
    },
    {
      provide: WebhookRetention,
      inject: [Database, ENV],
      useFactory: (db: Database, env: Env) =>
        new WebhookRetention(db.autocommit, { texts: env.WEBHOOK_RETENTION_DAYS, metadata: env.WEBHOOK_METADATA_DAYS }),
    },
    {
      provide: WebhookRetentionJob,
      inject: [WebhookRetention],
      useFactory: (retention: WebhookRetention) => new WebhookRetentionJob(retention),
    },
    {
      provide: AttemptDaysJob,
      inject: [Database, UnitOfWork, WebhookRetention, ENV, LOGGER],
      // Waited for: providers are made before any of them begins its work.
      useFactory: (db: Database, uow: UnitOfWork, retention: WebhookRetention, env: Env, logger: Logger) => {
        const partitions = new AttemptPartitions(db, uow, env.WEBHOOK_RETENTION_DAYS, logger);
        return new AttemptDaysJob(partitions, retention, logger).begin();
      },
    },
    {
      provide: ResealJob,
      inject: [Database, AppSecrets, ENV, LOGGER],
      useFactory: (db: Database, secrets: AppSecrets, { APP_SECRETS }: Env, logger: Logger) =>
        new ResealJob(new Resealing(db.autocommit, secrets, logger), APP_SECRETS.length, logger),
    },
    {
      provide: KeyTrafficJob,
      inject: [Database],
      useFactory: (db: Database) => new KeyTrafficJob(db, systemClock),
    },
    {
      provide: SignInJob,
      inject: [Database, ENV],
      useFactory: (db: Database, env: Env) => new SignInJob(db, systemClock, env.SESSION_IDLE_MINUTES),
    },
    {
      provide: UPKEEP_JOBS,
      inject: [
        ...[OverdueJob, DocumentPdfJob, MailJob, IdempotencyJob, KeyExpiryJob, KeyTrafficJob, SignInJob],
        ...[EndpointLadderJob, WebhookRetentionJob, AttemptDaysJob, ResealJob],
      ],
      useFactory: (...jobs: UpkeepJob[]) => jobs,
    },
  ],
})
export class UpkeepModule {}

/** @returns undefined where the installation has no mail server */
function createSender(
  records: RecordContext,
  pdfs: DocumentPdfs,
  uow: UnitOfWork,
  { SMTP_URL, MAIL_FROM }: Env,
  secrets: AppSecrets,
  logger: Logger,
): MailSender | undefined {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return undefined;
  const results = new MailResults(records);
  return new MailSender({
    uow,
    clock: systemClock,
    logger,
    secrets,
    url: SMTP_URL,
    from: MAIL_FROM,
    attachmentOf: async ({ resource, companyId, recordId }) =>
      (await pdfs.pdfOf({ resource, companyId, recordId })).bytes(),
    bodiesOf: mailBodies(new AnsweringLinks(secrets, records.publicUrl), records.db),
    onResult: (tx, mail, result) => results.record(tx, mail, result),
  });
}
