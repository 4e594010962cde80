import type { ListMails } from '@billhook/contract/mail';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import type { MailRow } from '@billhook/mail/mail.entity';
import { MailOutbox } from '@billhook/mail/mail-outbox';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import type { Slice, Sliced } from '@billhook/records/paging';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../access/principal.js';
import { CLOCK, ENV } from '../platform/tokens.js';
import { MailsRepository } from './mails.repository.js';

@Injectable()
export class MailsService {
  private readonly outbox: MailOutbox;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly mails: MailsRepository,
    @Inject(ENV) env: Env,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.outbox = new MailOutbox(env.SMTP_URL !== undefined, clock);
  }

  list(by: Principal, filter: ListMails, slice: Slice): Promise<Sliced<MailRow>> {
    return this.mails.list(by.company.id, filter, slice);
  }

  get(by: Principal, id: number): Promise<MailRow> {
    return this.mails.find(by.company.id, id);
  }

  retry(by: Principal, id: number): Promise<MailRow> {
    return this.uow.run((tx) => this.outbox.retry(tx, by.company.id, id));
  }
}
