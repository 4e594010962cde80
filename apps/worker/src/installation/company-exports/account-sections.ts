import { AuditEntryView } from '@billhook/contract/identity/audit';
import { CompanyView } from '@billhook/contract/identity/company';
import { ApiKeyView } from '@billhook/contract/identity/key';
import { MemberView } from '@billhook/contract/identity/member';
import { MailDetail } from '@billhook/contract/invoicing/mail';
import { SeriesView } from '@billhook/contract/invoicing/series';
import { TaxRateView } from '@billhook/contract/invoicing/tax-rate';
import { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { ownRows } from '@billhook/db/company-rows';
import { MAIL_RESOURCES } from '@billhook/domain/invoicing/mail';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { AUDIT_COLUMNS, presentEntry } from '@billhook/identity/audit/audit-entry.presenter';
import { AuditRepository } from '@billhook/identity/audit/audit.repository';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import type { CompanyLogo } from '@billhook/identity/companies/company-logo.entity';
import { logosOf } from '@billhook/identity/companies/company-logos.repository';
import { presentCompany } from '@billhook/identity/companies/company.presenter';
import { KEY_COLUMNS, keyLine } from '@billhook/identity/keys/key-export.presenter';
import { KeyPoliciesRepository } from '@billhook/identity/keys/key-policies.repository';
import { presentApiKey } from '@billhook/identity/keys/key.presenter';
import { KeysRepository, type KeyRow } from '@billhook/identity/keys/keys.repository';
import { presentMember } from '@billhook/identity/members/member.presenter';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { OAuthPoliciesRepository } from '@billhook/identity/oauth/application-policies.repository';
import type { CompanyExport } from '@billhook/installation/company-exports/company-export.entity';
import { ChainEntriesRepository, presentChainEntry } from '@billhook/invoicing/document-chain/chain-entries.repository';
import { presentCheckpoint } from '@billhook/invoicing/document-chain/checkpoint.presenter';
import { CheckpointsRepository } from '@billhook/invoicing/document-chain/checkpoints.repository';
import { presentMailDetail } from '@billhook/invoicing/mails/mail.presenter';
import { MailsRepository } from '@billhook/invoicing/mails/mails.repository';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import { presentSeries } from '@billhook/invoicing/series/series.presenter';
import { SeriesRepository } from '@billhook/invoicing/series/series.repository';
import { presentTaxRate } from '@billhook/invoicing/tax-rates/tax-rate.presenter';
import { TaxRatesRepository } from '@billhook/invoicing/tax-rates/tax-rates.repository';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import type { Env } from '@billhook/platform/env';
import { WebhookEndpointPresenter } from '@billhook/webhooks/endpoints/endpoint.presenter';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import { exportedEvents } from '@billhook/webhooks/events/event-export';
import { presentEach } from '../json-lines.js';
import {
  csvSection,
  inView,
  keptValues,
  linesSection,
  nextOf,
  windowOf,
  type ExportRows,
  type ExportSection,
} from './export-section.js';

export interface SectionContext {
  readonly records: RecordContext;
  readonly clock: Clock;
  readonly secrets: AppSecrets;
  readonly env: Pick<Env, 'SMTP_URL'>;
}

/** Logos per page: each has up to 700 KB in Base64. */
const LOGOS_PAGE = 4;

const all = (values: readonly object[]): ExportRows => ({ values, next: null });

/** The settings of the company. */
export function settingsSections({ records, clock }: SectionContext): ExportSection[] {
  const { source, db } = records;
  const companies = new CompaniesRepository(source, db);
  const today = async (companyId: number) => {
    const company = await companies.get(companyId);
    return dateInZone(companyTime(clock.now(), company), company.timeZone);
  };
  return [
    linesSection('settings/company.jsonl', async ({ companyId }) =>
      all([inView(CompanyView, presentCompany(await companies.get(companyId)))]),
    ),
    linesSection('settings/logos.jsonl', async ({ companyId, cursor }) => {
      const logos = await logosOf(db, companyId, { skip: cursor, limit: LOGOS_PAGE });
      const next = logos.length < LOGOS_PAGE ? null : cursor + LOGOS_PAGE;
      return { values: presentEach(logos, presentLogo), next };
    }),
    linesSection('settings/number-series.jsonl', async ({ companyId }) => {
      const day = await today(companyId);
      const series = await new SeriesRepository(source, db).list(companyId, day);
      return all(series.map((row) => inView(SeriesView, presentSeries(row, day))));
    }),
    linesSection('settings/tax-rates.jsonl', async ({ companyId }) =>
      all(
        (await new TaxRatesRepository(records).list(companyId)).map((row) => inView(TaxRateView, presentTaxRate(row))),
      ),
    ),
    linesSection('settings/key-policy.jsonl', async ({ companyId }) =>
      all([await new KeyPoliciesRepository(db).find(companyId)]),
    ),
    linesSection('settings/application-policy.jsonl', async ({ companyId }) =>
      all([await new OAuthPoliciesRepository(db).find(companyId)]),
    ),
  ];
}

/** Members, keys without secrets, emails to clients, and the audit log. */
export function accountSections({ records, clock }: SectionContext): ExportSection[] {
  const { source, db } = records;
  const [keys, mails, audit] = [
    new KeysRepository(source, db),
    new MailsRepository(source, db),
    new AuditRepository(db),
  ];
  const companies = new CompaniesRepository(source, db);
  const timeOf = async ({ companyId }: Pick<CompanyExport, 'companyId'>) =>
    companyTime(clock.now(), await companies.get(companyId));
  const keyPage = async (job: CompanyExport) => {
    const now = await timeOf(job);
    const page = await keys.list(job.companyId, {}, windowOf(job), now);
    return { page, view: (row: KeyRow) => presentApiKey(row, now) };
  };
  const auditPage = (job: CompanyExport) => audit.listById(job.companyId, windowOf(job, 500));
  return [
    linesSection('members.jsonl', async ({ companyId }) =>
      all(
        (await new MembersRepository(source, db).list(companyId, {}, await timeOf({ companyId }))).map((row) =>
          inView(MemberView, presentMember(row)),
        ),
      ),
    ),
    linesSection(
      'api-keys.jsonl',
      async (job) => {
        const { page, view } = await keyPage(job);
        return keptValues(page, (row) => inView(ApiKeyView, view(row)));
      },
      ownRows('api_keys'),
    ),
    csvSection('api-keys.csv', KEY_COLUMNS, async (job) => {
      const { page, view } = await keyPage(job);
      return { values: page.entries.map(({ row }) => keyLine(view(row))), next: nextOf(page) };
    }),
    linesSection('mails.jsonl', async (job) => {
      const reader = { companyId: job.companyId, resources: [...MAIL_RESOURCES] };
      return keptValues(await mails.list(reader, {}, windowOf(job)), (row) =>
        inView(MailDetail, presentMailDetail(row)),
      );
    }),
    linesSection(
      'audit-log.jsonl',
      async (job) => keptValues(await auditPage(job), (row) => inView(AuditEntryView, presentEntry(row))),
      ownRows('audit_log'),
    ),
    csvSection('audit-log.csv', AUDIT_COLUMNS, async (job) => {
      const page = await auditPage(job);
      return { values: page.entries.map(({ row }) => presentEntry(row)), next: nextOf(page) };
    }),
  ];
}

/** Endpoints without secrets, and the event log. The events come last: they contain what changed during the export. */
export function webhookSections({ records, clock, secrets, env }: SectionContext): ExportSection[] {
  const { source, db } = records;
  const presenter = new WebhookEndpointPresenter(secrets, clock, env);
  return [
    linesSection('webhook-endpoints.jsonl', async (job) =>
      keptValues(
        await new WebhookEndpointsRepository(source, db).list({ companyId: job.companyId }, windowOf(job)),
        (row) => inView(WebhookEndpointView, presenter.present(row)),
      ),
    ),
    {
      path: 'events.jsonl',
      counted: { table: 'events', where: 'r.company_id = $1 AND r.body IS NOT NULL' },
      read: async ({ companyId, cursor, sequenceEnd }) => {
        const events = await exportedEvents(db, companyId, cursor, sequenceEnd ?? 0);
        const text = events.map(({ sequence, body }) => `{"sequence":${sequence},${body.slice(1)}\n`).join('');
        return { text, records: events.length, next: events.at(-1)?.sequence ?? null };
      },
    },
  ];
}

const PAGE = 500;

/** The document chain and its checkpoints, which verify the exported documents without this installation. */
export function chainSections({ source, db }: RecordContext): ExportSection[] {
  const entries = new ChainEntriesRepository(db);
  const checkpoints = new CheckpointsRepository(source, db);
  return [
    linesSection(
      'document-chain.jsonl',
      async (job) => keptValues(await entries.list(job.companyId, windowOf(job, PAGE)), presentChainEntry),
      { table: 'document_chain', where: 'r.company_id = $1 AND r.sequence IS NOT NULL' },
    ),
    linesSection(
      'checkpoints.jsonl',
      async (job) => keptValues(await checkpoints.list(job.companyId, windowOf(job, PAGE)), presentCheckpoint),
      ownRows('checkpoints'),
    ),
  ];
}

/** With the image in Base64, so that the export is complete without another kind of file. */
const presentLogo = ({ digest, type, createdAt, bytes }: CompanyLogo) => ({
  ...{ digest, type, createdAt: createdAt.toISOString() },
  data: bytes.toString('base64'),
});
