import {
  FAILED_EMAIL_DAYS,
  HOME_TASKS,
  MOST_COUNTED,
  QUOTE_EXPIRING_DAYS,
  type HomeTask,
  type HomeView,
} from '@billhook/contract/installation/home';
import type { Permission } from '@billhook/domain/identity/permissions';
import { addDays, dateInZone } from '@billhook/domain/shared/calendar';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { WaitingDocumentsQueries } from '@billhook/invoicing/documents/waiting-documents.queries';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import { workingPermissions } from '../../access/permission.rules.js';
import { KeyTrafficService } from '../../identity/key-traffic/key-traffic.service.js';
import { KeysService } from '../../identity/keys/keys.service.js';
import { MailsService } from '../../invoicing/mails/mails.service.js';
import type { SignedInMember } from '../../request/principal.js';
import { WebhookEndpointsService } from '../../webhooks/endpoints/endpoints.service.js';

type TaskCounts = Partial<Record<HomeTask, number>>;

/** Counts what waits for the caller. */
@Injectable()
export class HomeService {
  constructor(
    private readonly documents: WaitingDocumentsQueries,
    private readonly mails: MailsService,
    private readonly keys: KeysService,
    private readonly traffic: KeyTrafficService,
    private readonly endpoints: WebhookEndpointsService,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(COMPANY_TIME) private readonly time: Clock,
  ) {}

  async get(by: SignedInMember): Promise<HomeView> {
    const permissions = workingPermissions(by);
    const [documents, mails, keys, endpoints] = await Promise.all([
      this.countDocuments(by, permissions),
      this.countMails(by),
      this.countKeys(by, permissions),
      this.countEndpoints(by, permissions),
    ]);
    const counts: TaskCounts = { ...documents, ...mails, ...keys, ...endpoints };
    return {
      tasks: HOME_TASKS.flatMap((task) => {
        const count = counts[task] ?? 0;
        return count === 0 ? [] : [{ task, count: Math.min(count, MOST_COUNTED), capped: count > MOST_COUNTED }];
      }),
    };
  }

  private async countDocuments(by: SignedInMember, permissions: readonly Permission[]): Promise<TaskCounts> {
    const most = MOST_COUNTED + 1;
    const draftInvoices = await this.documents.draftInvoices(by.company.id, most);
    if (!permissions.includes('quote.read')) return { draftInvoices };
    const today = dateInZone(this.time.now(), by.company.timeZone);
    const days = { today, soon: addDays(today, QUOTE_EXPIRING_DAYS) };
    const { drafts, unanswered, expiring } = await this.documents.quotes(by.company.id, days, most);
    return { draftInvoices, draftQuotes: drafts, expiringQuotes: expiring, unansweredQuotes: unanswered };
  }

  private async countMails(by: SignedInMember): Promise<TaskCounts> {
    const since = new Date(this.clock.now().getTime() - FAILED_EMAIL_DAYS * DAY_MS);
    return { failedEmails: await this.mails.countFailed(by, since, MOST_COUNTED + 1) };
  }

  private async countKeys(by: SignedInMember, permissions: readonly Permission[]): Promise<TaskCounts> {
    const ownership = permissions.includes('api_key.manage') ? 'company' : 'own';
    const [expiringKeys, ended] = await Promise.all([
      this.keys.countExpiring(by, ownership),
      this.traffic.endedKeyCalls(by, ownership),
    ]);
    return { expiringKeys, endedKeysInUse: ended.length };
  }

  private async countEndpoints(by: SignedInMember, permissions: readonly Permission[]): Promise<TaskCounts> {
    if (!this.env.WEBHOOKS_ENABLED || !permissions.includes('integration.write')) return {};
    return { failingEndpoints: await this.endpoints.countFailing(by) };
  }
}
