import { ListMails, MailDetail, MailList, MailView } from '@billhook/contract/invoicing/mail';
import type { ListOf } from '@billhook/contract/shared/page';
import type { Window } from '@billhook/db/lists/list-records';
import { presentMail, presentMailDetail } from '@billhook/invoicing/mails/mail.presenter';
import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PagingService } from '../../request/paging/paging.service.js';
import { By, type Principal } from '../../request/principal.js';
import { Requires, recordPaths, Returns } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { MailsService } from './mails.service.js';

/** The route requires the permission for invoices first; emails about quotes also need the permission for quotes. */
@ApiTags('Mails')
@Controller(recordPaths('mails'))
export class MailsController {
  constructor(
    private readonly mails: MailsService,
    private readonly paging: PagingService,
  ) {}

  @Get()
  @Requires('invoice.read')
  @Returns(MailList, {
    summary: 'List emails, newest first',
    description:
      'The emails to clients about invoices, quotes and credit notes, with their status. Emails about quotes need `quote.read` as well.',
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  async list(@By() by: Principal, @Query({ schema: ListMails }) query: ListMails): Promise<ListOf<MailView>> {
    const read = (window: Window) => this.mails.list(by, query, window);
    return this.paging.page('mails', by.company.id, query, read, presentMail);
  }

  @Get(':id')
  @Requires('invoice.read')
  @Returns(MailDetail, { summary: 'Get an email with its text', problems: ['not_found'] })
  async get(@By() by: Principal, @Id() id: number): Promise<MailDetail> {
    return presentMailDetail(await this.mails.get(by, id));
  }

  @Post(':id/retry')
  @Requires('invoice.write')
  @Returns(MailView, {
    status: 202,
    summary: 'Resend an email that failed or was kept',
    description: 'Sends the email immediately to the recipients who have not received it, with the same Message-ID.',
    problems: ['not_found', 'mail_not_retriable'],
  })
  async retry(@By() by: Principal, @Id() id: number): Promise<MailView> {
    return presentMail(await this.mails.retry(by, id));
  }
}
