import {
  ApplicationList,
  ApplicationView,
  CreateApplication,
  CreatedApplication,
  UpdateApplication,
} from '@billhook/contract/identity/oauth/application';
import { idOf } from '@billhook/domain/shared/value-patterns';
import { Body, Controller, Get, Header, Param, Patch, Post, Res, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Requires, Returns, ReturnsFile } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { ApplicationsService } from './applications.service.js';

@ApiTags('Settings')
@Controller('app/oauth/applications')
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsService) {}

  @Get()
  @Authenticated()
  @Returns(ApplicationList, {
    summary: 'List the applications that you registered',
    description: 'With `oauth_app.manage`, those that any member of the company registered.',
  })
  list(@ByMember() by: SignedInMember): Promise<ApplicationList> {
    return this.applications.list(by);
  }

  @Post()
  @Requires('api_key.create')
  @Header('Cache-Control', 'no-store')
  @Returns(CreatedApplication, {
    status: 201,
    summary: 'Register an application',
    description:
      'The response contains the client secret of a confidential application, which is shown only once. Needs a password confirmed within the last 10 minutes.',
    problems: ['invalid_body', 'step_up_required', 'permission_missing'],
  })
  create(
    @ByMember() by: SignedInMember,
    @Body({ schema: CreateApplication }) body: CreateApplication,
  ): Promise<CreatedApplication> {
    return this.applications.create(by, body);
  }

  @Get(':id')
  @Authenticated()
  @Returns(ApplicationView, { summary: 'Get an application that you registered', problems: ['not_found'] })
  get(@ByMember() by: SignedInMember, @Id() id: number): Promise<ApplicationView> {
    return this.applications.get(by, id);
  }

  @Patch(':id')
  @Authenticated()
  @Returns(ApplicationView, {
    summary: 'Change an application',
    description: 'Other redirect URIs need a password confirmed within the last 10 minutes.',
    problems: ['invalid_body', 'not_found', 'application_archived', 'step_up_required'],
  })
  change(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: UpdateApplication }) body: UpdateApplication,
  ): Promise<ApplicationView> {
    return this.applications.change(by, id, body);
  }

  @Post(':id/secrets')
  @Requires('api_key.create')
  @Header('Cache-Control', 'no-store')
  @Returns(CreatedApplication, {
    status: 201,
    summary: 'Create another client secret',
    description:
      'An application can have two, so that one can be replaced without an interruption. The response contains the secret, which is shown only once. Needs a password confirmed within the last 10 minutes.',
    problems: [
      ...(['not_found', 'application_archived', 'application_without_secret', 'too_many_secrets'] as const),
      ...(['step_up_required', 'permission_missing'] as const),
    ],
  })
  addSecret(@ByMember() by: SignedInMember, @Id() id: number): Promise<CreatedApplication> {
    return this.applications.addSecret(by, id);
  }

  @Post(':id/secrets/:secretId/revoke')
  @Authenticated()
  @Returns(ApplicationView, { summary: 'Revoke a client secret, immediately and permanently', problems: ['not_found'] })
  revokeSecret(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Param('secretId') secretId: string,
  ): Promise<ApplicationView> {
    return this.applications.revokeSecret(by, id, idOf(secretId) ?? 0);
  }

  @Post(':id/archive')
  @Authenticated()
  @Returns(ApplicationView, {
    summary: 'Archive an application',
    description: 'Ends the access of the application for every member of every company, immediately and permanently.',
    problems: ['not_found'],
  })
  archive(@ByMember() by: SignedInMember, @Id() id: number): Promise<ApplicationView> {
    return this.applications.archive(by, id);
  }

  @Get(':id/logo')
  @Authenticated()
  @ReturnsFile(['image/png', 'image/jpeg', 'image/webp'], {
    summary: 'Get the logo of an application',
    problems: ['not_found'],
  })
  async logo(@Id() id: number, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    const { logo, type } = await this.applications.logo(id);
    void reply.header('Cache-Control', 'private, max-age=3600');
    return new StreamableFile(logo, { type });
  }
}
