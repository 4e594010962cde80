import type { DailyPartitions } from '@billhook/db/daily-partitions';
import { createDataSource, databaseOptions } from '@billhook/db/data-source';
import type { Database } from '@billhook/db/database';
import { deleteOldResponses } from '@billhook/db/stored-responses';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { WaitingWork } from '@billhook/db/waiting-work';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { deleteOldSignIns } from '@billhook/identity/auth/sign-in-retention';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { inCellOf, updateAllTenants } from '@billhook/identity/companies/tenants.repository';
import { deleteOldTraffic } from '@billhook/identity/key-traffic/key-traffic-rows';
import { deleteOldTokens } from '@billhook/identity/oauth/token-retention';
import { deleteFallenRequests, requestPartitions } from '@billhook/identity/request-log/request-partitions';
import { CompanyCreations } from '@billhook/installation/company-creations/company-creations';
import { CompanyDeletionsRepository } from '@billhook/installation/company-deletions/company-deletions.repository';
import { grantFollower, overdueFollower } from '@billhook/installation/sandbox-clock/clock-followers';
import { SandboxAdvancesRepository } from '@billhook/installation/sandbox-clock/sandbox-advances.repository';
import { SandboxClock } from '@billhook/installation/sandbox-clock/sandbox-clock';
import { SnapshotsRepository } from '@billhook/installation/snapshots/snapshots.repository';
import { ChangeLogRepository } from '@billhook/invoicing/changes/change-log.repository';
import { ChainAdoption } from '@billhook/invoicing/document-chain/chain-adoption';
import { isUpgrading, upgradePeriod } from '@billhook/invoicing/document-chain/chain-upgrade';
import { CheckpointSigning } from '@billhook/invoicing/document-chain/checkpoint-signing';
import { ChainLinking } from '@billhook/invoicing/document-chain/link-chains';
import { renderedAhead } from '@billhook/invoicing/documents/document-files.repository';
import type { DocumentPdfs } from '@billhook/invoicing/documents/document-pdfs';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { markOverdueInvoices } from '@billhook/invoicing/invoices/mark-overdue-invoices';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import { addMissingEntries } from '@billhook/invoicing/settlements/add-missing-entries';
import type { MailSender } from '@billhook/mail/mail-sender';
import type { Notices } from '@billhook/mail/notices';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import type { Meter } from '@billhook/platform/metrics/meter';
import { WebhookRetention } from '@billhook/webhooks/deliveries/webhook-retention';
import { Resealing } from '@billhook/webhooks/endpoints/resealing';
import type { CellEngines } from '@billhook/webhooks/engine/cell-engines';
import { EventLogRepository } from '@billhook/webhooks/events/event-log.repository';
import { deleteOldPortals } from '@billhook/webhooks/portal/portal-retention';
import { Runs } from '@billhook/webhooks/runs/run-engine';
import { CompanyDeletionJob, CompanyDeletions } from '../installation/company-deletions/company-deletions.js';
import { companyExportJob } from '../installation/company-exports/create-export-job.js';
import { importsJob } from '../installation/imports/create-imports-job.js';
import { SandboxClockJob } from '../installation/sandbox-clock/sandbox-clock.job.js';
import { SnapshotWriter } from '../installation/snapshots/snapshot-writer.js';
import { SnapshotsJob } from '../installation/snapshots/snapshots.job.js';
import { DocumentPdfJob } from './document-pdf.job.js';
import { EndpointLadderJob } from './endpoint-ladder.job.js';
import { KeyExpiryWarningJob } from './key-expiry-warning.job.js';
import { ResealJob } from './reseal.job.js';
import { RunsJob } from './runs.job.js';
import { QUICK_KINDS, slowKinds } from './waiting-kinds.sql.js';
import { WebhookRetentionJob } from './webhook-retention.job.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Work that every worker repeats. Rounds of several workers may overlap, because each job reads its work from rows. */
export interface WorkerJob {
  readonly name: string;
  /** Global, or once for each cell, or both: for rows of tables of both sides. Default: once for each cell. */
  readonly on?: 'global' | 'cell' | 'both';
  /** Milliseconds from the end of a round to the next one. */
  readonly every: number;
  /** @param stop aborted when the worker stops */
  readonly run: (stop: AbortSignal) => Promise<unknown>;
}

export interface WorkerJobParts {
  readonly env: Env;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly meter: Meter;
  readonly secrets: AppSecrets;
  readonly db: Database;
  readonly uow: UnitOfWork;
  readonly engine: CellEngines;
  readonly notices: Notices;
  readonly records: RecordContext;
  readonly pdfs: DocumentPdfs;
  readonly partitions: DailyPartitions;
  /** Undefined without a mail server: emails are kept. */
  readonly mail: MailSender | undefined;
}

/** All jobs that a worker repeats. With several cells, those that are repeated often run where their work waits. */
export function workerJobs(parts: WorkerJobParts): readonly WorkerJob[] {
  const { db, env } = parts;
  const quick = new WaitingWork(db.cells, QUICK_KINDS);
  const slow = new WaitingWork(db.cells, slowKinds({ ahead: renderedAhead(env), days: retentionDays(env) }));
  return allJobs(parts).map((job) => whereItWaits(slow, whereItWaits(quick, job)));
}

function whereItWaits<Kind extends string>(work: WaitingWork<Kind>, job: WorkerJob): WorkerJob {
  const { name, run } = job;
  return work.isKind(name) ? { ...job, run: async (stop) => (await work.waits(name)) && run(stop) } : job;
}

const retentionDays = (env: Env) => ({ texts: env.WEBHOOK_RETENTION_DAYS, metadata: env.WEBHOOK_METADATA_DAYS });

/** One per row. */
function allJobs(parts: WorkerJobParts): readonly WorkerJob[] {
  const { env, clock, logger, secrets, db, uow, engine, notices, records, pdfs, partitions, mail } = parts;
  const invoices = new InvoicesRepository(records);
  const checkpoints = new CheckpointSigning(records, uow, clock);
  const adoption = new ChainAdoption(records, uow, clock);
  const linking = new ChainLinking({ db, uow, secrets, clock, logger });
  const keyExpiry = new KeyExpiryWarningJob(db, uow, notices, clock, env.PUBLIC_URL);
  const ladder = new EndpointLadderJob(db, uow, notices, env, logger);
  // One more than threads: a document is read and stored while others are rendered.
  const pdf = new DocumentPdfJob({ db, pdfs, ahead: renderedAhead(env), lanes: env.PDF_THREADS + 1, clock, logger });
  const companies = new CompaniesRepository(records.source, db);
  const advances = new SandboxAdvancesRepository(records.source, db);
  const followers = [overdueFollower(invoices), keyExpiry, grantFollower];
  const advancing = new SandboxClock({
    ...{ uow, clock, advances, companies, followers },
    delivers: env.WEBHOOKS_ENABLED,
  });
  const sandboxClocks = new SandboxClockJob({ db, advances, advancing, engine, ladder, clock, logger });
  const resealing = new Resealing(db.autocommit, secrets, logger, (statement) => db.cells.isHere(statement));
  const reseal = new ResealJob(resealing, env.APP_SECRETS.length, logger, db.cells);
  const retention = new WebhookRetention(db.autocommit, retentionDays(env));
  const runs = new RunsJob({ runs: new Runs(db, uow), engine, logger });

  const changes = new ChangeLogRepository(db, uow);
  const stored = new SnapshotsRepository(records.source, db);
  const reading = { ...databaseOptions(env, 'billhook-worker'), poolSize: 1 };
  const open = () => createDataSource(reading, []);
  const writer = new SnapshotWriter({ uow, clock, records, snapshots: stored, changes, open });
  const snapshots = new SnapshotsJob({ snapshots: stored, writer, clock, logger });
  const exports = companyExportJob(parts);
  const imports = importsJob(parts);
  const deletions = new CompanyDeletionsRepository(records.source, db);
  const creations = new CompanyCreations(uow, db, new AuditLog(clock));
  const events = new EventLogRepository(db);
  const deleting = new CompanyDeletions({ uow, clock, deletions, lastSequence: (companyId) => events.end(companyId) });
  const ofCompany = (companyId: number, work: () => Promise<void>) => inCellOf(db, companyId, work);
  const deletion = new CompanyDeletionJob({ deletions, work: deleting, inCellOf: ofCompany, clock, logger });

  const deleteOldAttempts = async () => {
    await partitions.maintain();
    await retention.deleteCounts();
  };
  const requests = requestPartitions(parts, env.REQUEST_LOG_DAYS);
  const deleteOldRequests = async () => {
    try {
      await requests.maintain();
    } finally {
      await deleteFallenRequests(db.autocommit, clock.now(), env.REQUEST_LOG_DAYS);
    }
  };
  const markOverdue = async () => {
    const advancingCompanies = async () => (await advances.running()).map(({ companyId }) => companyId);
    const marked = await markOverdueInvoices(uow, invoices, clock, advancingCompanies);
    if (marked > 0) logger.info(`marked ${marked} ${marked === 1 ? 'invoice' : 'invoices'} as overdue`);
  };

  return [
    { name: 'sweep', every: env.WEBHOOK_SWEEP_MS, run: () => engine.sweep() },
    // With webhooks switched off, runs keep their state.
    ...(env.WEBHOOKS_ENABLED ? [{ name: 'runs', every: SECOND, run: (stop: AbortSignal) => runs.run(stop) }] : []),
    // What a killed process has left to do.
    { name: 'tenants', every: SECOND, run: (stop) => updateAllTenants(db.autocommit, stop) },
    { name: 'company-export', every: 2 * SECOND, run: (stop) => exports.run(stop) },
    { name: 'imports', every: SECOND, run: (stop) => imports.run(stop) },
    { name: 'changes', every: SECOND, run: (stop) => changes.numberAll(stop) },
    { name: 'sandbox-clocks', every: SECOND, run: (stop) => sandboxClocks.run(stop) },
    { name: 'snapshots', every: SECOND, run: (stop) => snapshots.run(stop) },
    { name: 'mail', on: 'both', every: 5 * SECOND, run: async () => mail?.round() },
    { name: 'document-pdf', every: 5 * SECOND, run: (stop) => pdf.run(stop) },
    { name: 'document-chain', every: 5 * SECOND, run: (stop) => linking.run(stop) },
    { name: 'endpoint-ladder', every: 10 * SECOND, run: () => ladder.run() },
    { name: 'webhook-retention', every: 30 * SECOND, run: () => new WebhookRetentionJob(retention).run() },
    { name: 'attempt-days', every: 10 * MINUTE, run: deleteOldAttempts },
    { name: 'request-days', every: 10 * MINUTE, run: deleteOldRequests },
    { name: 'reseal', on: 'global', every: 10 * MINUTE, run: () => reseal.run() },
    { name: 'checkpoints', every: 10 * MINUTE, run: (stop) => checkpoints.run(stop) },
    { name: 'overdue', every: 15 * MINUTE, run: markOverdue },
    { name: 'key-expiry', on: 'global', every: 15 * MINUTE, run: () => keyExpiry.run() },
    { name: 'chain-adoption', every: HOUR, run: (stop) => adoption.run(stop) },
    {
      name: 'settlement-entries',
      every: HOUR,
      run: async (stop) => {
        const period = await upgradePeriod(db, secrets);
        await addMissingEntries(uow, clock, { isUpgrading: isUpgrading(period, clock.now()), stop });
      },
    },
    { name: 'idempotency', on: 'both', every: HOUR, run: () => deleteOldResponses(db.autocommit, clock.now()) },
    {
      name: 'sign-in',
      on: 'global',
      every: HOUR,
      run: () => deleteOldSignIns(db.autocommit, clock.now(), env.SESSION_IDLE_MINUTES),
    },
    { name: 'oauth', on: 'global', every: HOUR, run: () => deleteOldTokens(db.autocommit, clock.now()) },
    {
      name: 'portal',
      on: 'global',
      every: HOUR,
      run: () => deleteOldPortals(db.autocommit, new Date(clock.now().getTime() - DAY)),
    },
    { name: 'company-creation', on: 'global', every: 30 * SECOND, run: (stop) => creations.decideAll(stop) },
    {
      name: 'deletion-requests',
      on: 'global',
      every: 2 * SECOND,
      run: (stop) => deletions.applyAllRequests(uow, stop),
    },
    { name: 'company-deletion', on: 'global', every: 10 * SECOND, run: (stop) => deletion.run(stop) },
    { name: 'company-export-expiry', every: HOUR, run: (stop) => exports.expire(stop) },
    { name: 'change-retention', every: HOUR, run: (stop) => changes.drop(env.CHANGE_LOG_DAYS, stop) },
    { name: 'snapshot-expiry', every: 10 * MINUTE, run: () => snapshots.expire() },
    { name: 'import-expiry', every: HOUR, run: (stop) => imports.expire(stop) },
    { name: 'key-traffic', on: 'global', every: 6 * HOUR, run: () => deleteOldTraffic(db.autocommit, clock.now()) },
  ];
}
