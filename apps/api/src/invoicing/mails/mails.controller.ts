import { ListMails, MailDetail, MailList, MailView } from '@billhook/contract/invoicing/mail';
import { exportQueryOf } from '@billhook/contract/shared/export-query';
import type { ListOf } from '@billhook/contract/shared/page';
import type { Window } from '@billhook/db/lists/list-records';
import { presentMail, presentMailDetail } from '@billhook/invoicing/mails/mail.presenter';
import type { NumberedMail } from '@billhook/invoicing/mails/mails.repository';
import { Controller, Get, Post, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PagingService } from '../../request/paging/paging.service.js';
import { By, type Principal } from '../../request/principal.js';
import { LIST_FILE, Requires, recordPaths, Returns, ReturnsFile } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { EXPORT_HINT, ListExportService } from '../records/list-export.service.js';
import { MailsService } from './mails.service.js';

const ExportMails = exportQueryOf(ListMails);

/** The route requires the permission for invoices first; emails about quotes also need the permission for quotes. */
@ApiTags('Mails')
@Controller(recordPaths('mails'))
export class MailsController {
  constructor(
    private readonly mails: MailsService,
    private readonly paging: PagingService,
    private readonly exports: ListExportService,
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

  @Get('export')
  @Requires('invoice.read')
  @ReturnsFile([LIST_FILE], {
    summary: 'Export emails as CSV',
    description: `${EXPORT_HINT} Emails about quotes need \`quote.read\` as well.`,
    problems: ['invalid_query'],
  })
  export(
    @By() by: Principal,
    @Query({ schema: ExportMails }) query: Omit<ListMails, 'limit'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): StreamableFile {
    const list = {
      ...{ name: 'mails', read: 'invoice.read' as const, present: presentMail, view: MailView },
      page: (caller: Principal, window: Window) => this.mails.list(caller, query as ListMails, window),
    };
    return this.exports.file<NumberedMail>(by, list, request, reply);
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
