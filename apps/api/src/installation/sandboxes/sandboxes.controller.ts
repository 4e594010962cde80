import { SessionView } from '@billhook/contract/identity/session';
import {
  CreateSandbox,
  ResetSandbox,
  SandboxList,
  SandboxReset,
  SandboxView,
} from '@billhook/contract/installation/sandbox';
import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionCookieService } from '../../identity/auth/session-cookie.service.js';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Requires, Returns } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { SandboxResetService } from './sandbox-reset.service.js';
import { SandboxesService } from './sandboxes.service.js';

/** The sandboxes of the company. */
@ApiTags('Settings')
@Controller('app/sandboxes')
export class SandboxesController {
  constructor(
    private readonly sandboxes: SandboxesService,
    private readonly cookies: SessionCookieService,
  ) {}

  @Get()
  @Authenticated()
  @Returns(SandboxList, { summary: 'List the sandboxes of the company' })
  list(@ByMember() by: SignedInMember): Promise<SandboxList> {
    return this.sandboxes.list(by);
  }

  @Post()
  @Requires('api_key.create')
  @Returns(SandboxView, {
    status: 201,
    summary: 'Create a sandbox of the company',
    description:
      'A sandbox is a company with the details and the plan of yours, and without its records; it begins with example records if you ask for them. A detail of the company that invoices need and that is missing gets an example as well. The caller becomes its owner. Its keys begin with `bht_`, its documents have a watermark, and its emails are not sent.',
    problems: ['invalid_body', 'sandbox_of_sandbox', 'sandbox_limit'],
  })
  create(@ByMember() by: SignedInMember, @Body({ schema: CreateSandbox }) body: CreateSandbox): Promise<SandboxView> {
    return this.sandboxes.create(by, body);
  }

  @Post(':id/open')
  @Authenticated()
  @Returns(SessionView, {
    summary: 'Switch to a sandbox of the company',
    description:
      'Ends the session and starts a new one with a new cookie. At the first time, the caller becomes a member of the sandbox with the role and the permissions that they have in the company.',
    problems: ['not_found'],
  })
  async open(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const session = await this.sandboxes.open(by, id);
    return this.cookies.replace(request, reply, session);
  }
}

/** The sandbox in which the caller is. */
@ApiTags('Settings')
@Controller('app/sandbox')
export class SandboxController {
  constructor(private readonly resets: SandboxResetService) {}

  @Post('reset')
  @Requires('company.manage')
  @Returns(SandboxReset, {
    summary: 'Delete all records of the sandbox',
    description:
      'Deletes clients, documents, payments, emails, events and deliveries. Numbers begin again. Members, keys, endpoints, settings and the audit log remain, and event sequences continue. With `examples`, the same transaction creates example records: without the details that an invoice needs, it is 422 and deletes nothing.',
    problems: ['invalid_body', 'not_found', 'invoice_not_sendable'],
  })
  reset(@ByMember() by: SignedInMember, @Body({ schema: ResetSandbox }) body: ResetSandbox): Promise<SandboxReset> {
    return this.resets.run(by, body);
  }
}
