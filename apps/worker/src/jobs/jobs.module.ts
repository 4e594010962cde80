import { inCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import { Outbox } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { findLogo } from '@billhook/identity/companies/company-logos.repository';
import { AnsweringLinks } from '@billhook/invoicing/documents/answering-links.repository';
import { ClientLinks } from '@billhook/invoicing/documents/client-links.repository';
import { renderedAhead } from '@billhook/invoicing/documents/document-files.repository';
import { DocumentPdfs } from '@billhook/invoicing/documents/document-pdfs';
import { mailBodies } from '@billhook/invoicing/documents/mail-bodies';
import { MailResults } from '@billhook/invoicing/documents/mail-results';
import { recordContext } from '@billhook/invoicing/record-context';
import { MailSender } from '@billhook/mail/mail-sender';
import { Notices } from '@billhook/mail/notices';
import { pdfLimits, PdfThreads } from '@billhook/pdf/pdf-threads';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { METER, type Meter } from '@billhook/platform/metrics/meter';
import { stopStep } from '@billhook/platform/stop-step';
import { withinTime } from '@billhook/platform/within-time';
import { attemptPartitions } from '@billhook/webhooks/deliveries/attempt-partitions';
import { CellEngines } from '@billhook/webhooks/engine/cell-engines';
import {
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { BacklogReader } from './backlog-reader.js';
import { JobTimers } from './job-timers.service.js';
import { workerJobs, type WorkerJobParts } from './jobs.js';

// Part of the 20 s that a stop may take. Deliveries use the same time.
const MAIL_GRACE_MS = 15_000;

// How often the worker looks for new cells.
const CELLS_MS = 10_000;

// How long a worker with several cells waits at its start for the tables of attempts.
const TABLES_MS = 1_000;

// For a mail at the end of its grace period, and for rounds of jobs.
const AFTER_GRACE_MS = 2_000;

/** Dependencies of the jobs. */
const PARTS = Symbol('worker job parts');

/** All repeated jobs. */
@Module({
  imports: [DeliveryModule],
  providers: [
    {
      provide: BacklogReader,
      inject: [Database, UnitOfWork, CLOCK, CellEngines, METER, ENV],
      useFactory: (db: Database, uow: UnitOfWork, clock: Clock, engines: CellEngines, meter: Meter, env: Env) =>
        new BacklogReader({ cells: db.cells, uow, clock, engines, meter, ahead: renderedAhead(env) }),
    },
    {
      provide: PdfThreads,
      inject: [ENV, LOGGER, METER],
      useFactory: (env: Env, logger: Logger, meter: Meter) => new PdfThreads(pdfLimits(env), logger, meter),
    },
    {
      provide: PARTS,
      inject: [
        ENV,
        CLOCK,
        LOGGER,
        AppSecrets,
        DataSource,
        Database,
        UnitOfWork,
        CellEngines,
        Notices,
        PdfThreads,
        METER,
      ],
      useFactory: createParts,
    },
    {
      provide: JobTimers,
      inject: [PARTS],
      useFactory: (parts: WorkerJobParts) =>
        new JobTimers(workerJobs(parts), parts.logger, parts.meter, parts.db.cells),
    },
  ],
  exports: [JobTimers],
})
export class JobsModule implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  #stopsAt = 0;
  #cells: NodeJS.Timeout | undefined;

  constructor(
    private readonly timers: JobTimers,
    private readonly threads: PdfThreads,
    private readonly backlog: BacklogReader,
    @Inject(PARTS) private readonly parts: WorkerJobParts,
  ) {}

  onApplicationBootstrap(): void {
    this.timers.start();
    this.backlog.start();
    this.#cells = setInterval(() => void this.#follow(), CELLS_MS).unref();
  }

  /** The first hook, so that running emails and deliveries share one grace period. */
  onModuleDestroy(): void {
    clearInterval(this.#cells);
    this.timers.stop();
    this.parts.mail?.beginStop(MAIL_GRACE_MS);
    this.#stopsAt = performance.now() + MAIL_GRACE_MS;
  }

  /** Serves the cells that were created in the meantime. */
  async #follow(): Promise<void> {
    const { db, engine, logger } = this.parts;
    try {
      await db.cells.read();
      engine.follow();
      this.timers.follow();
    } catch (error) {
      logger.error({ err: error }, 'could not read the cells; the worker will retry');
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const ms = Math.max(0, this.#stopsAt - performance.now()) + AFTER_GRACE_MS;
    await stopStep({ what: 'the jobs', ms, logger: this.parts.logger }, () =>
      Promise.all([this.parts.mail?.stop(), this.threads.stop(), this.timers.idle()]),
    );
  }
}

async function createParts(
  env: Env,
  clock: Clock,
  logger: Logger,
  secrets: AppSecrets,
  source: DataSource,
  db: Database,
  uow: UnitOfWork,
  engine: CellEngines,
  notices: Notices,
  threads: PdfThreads,
  meter: Meter,
): Promise<WorkerJobParts> {
  const records = recordContext({
    source,
    db,
    outbox: new Outbox(() => void engine.poke()),
    publicUrl: env.PUBLIC_URL,
    secrets,
  });
  const pdfs = new DocumentPdfs(records, clock, threads);
  const partitions = attemptPartitions({ db, uow, logger }, env.WEBHOOK_RETENTION_DAYS);
  // Runs before the first delivery: an attempt of a day without a table is stored in the default table.
  const maintained = Promise.all(
    db.cells.numbers.map((cell) =>
      inCell(cell, () => partitions.maintain()).catch((error: unknown) => {
        logger.error(
          { err: error, ...db.cells.labelOf(cell) },
          'could not create the tables of attempts; upkeep will retry',
        );
      }),
    ),
  );
  // A server that does not respond must not delay the jobs of other cells.
  await (db.cells.areOne ? maintained : withinTime(TABLES_MS, maintained).catch(() => undefined));
  const parts = { env, clock, logger, meter, secrets, db, uow, engine, notices, records, pdfs, partitions };
  return { ...parts, mail: createMailSender(parts) };
}

/** @returns undefined without a mail server */
function createMailSender(parts: Omit<WorkerJobParts, 'mail'>): MailSender | undefined {
  const { env, clock, logger, meter, secrets, uow, records, pdfs } = parts;
  if (env.SMTP_URL === undefined || env.MAIL_FROM === undefined) return undefined;
  const results = new MailResults(records);
  return new MailSender({
    ...{ uow, clock, logger, meter, secrets },
    url: env.SMTP_URL,
    from: env.MAIL_FROM,
    attachmentOf: async ({ resource, companyId, recordId }) =>
      (await pdfs.pdfOf({ resource, companyId, recordId })).bytes(),
    bodiesOf: mailBodies(
      new AnsweringLinks(secrets, records.publicUrl),
      new ClientLinks(secrets, records.publicUrl),
      records.db,
    ),
    logoOf: (companyId, digest) => findLogo(records.db, companyId, digest),
    onResult: (tx, mail, result) => results.record(tx, mail, result),
  });
}
