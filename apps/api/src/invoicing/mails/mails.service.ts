import type { ListMails } from '@billhook/contract/invoicing/mail';
import type { Kept, PageOf, Window } from '@billhook/db/lists/list-records';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { MAIL_RESOURCES } from '@billhook/domain/invoicing/mail';
import { RESOURCES } from '@billhook/domain/shared/resources';
import { MailsRepository, type MailReader, type NumberedMail } from '@billhook/invoicing/mails/mails.repository';
import { MailOutbox } from '@billhook/mail/mail-outbox';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';

/** An email shows the content and the link of its record, so it needs the same permission. */
function readerOf(by: Principal, access: 'read' | 'write'): MailReader {
  const resources = MAIL_RESOURCES.filter((resource) => by.permissions.includes(RESOURCES[resource][access]));
  return { companyId: by.company.id, resources };
}

@Injectable()
export class MailsService {
  private readonly outbox: MailOutbox;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly mails: MailsRepository,
    @Inject(ENV) env: Env,
    @Inject(COMPANY_TIME) clock: Clock,
  ) {
    this.outbox = new MailOutbox(env.SMTP_URL !== undefined, clock);
  }

  list(by: Principal, filter: ListMails, window: Window): Promise<PageOf<Kept<NumberedMail>>> {
    return this.mails.list(readerOf(by, 'read'), filter, window);
  }

  /** How many emails failed since then, among those that the caller may read, counted up to `most`. */
  countFailed(by: Principal, since: Date, most: number): Promise<number> {
    return this.mails.countFailed(readerOf(by, 'read'), since, most);
  }

  get(by: Principal, id: number): Promise<NumberedMail> {
    return this.mails.find(readerOf(by, 'read'), id);
  }

  async retry(by: Principal, id: number): Promise<NumberedMail> {
    const { number } = await this.mails.find(readerOf(by, 'write'), id);
    const due = await this.uow.run((tx) => this.outbox.retry(tx, by.company.id, id));
    return { ...due, number };
  }
}
