import {
  ApiKeyList,
  ApiKeyView,
  CreatedApiKey,
  ExportCompanyKeys,
  LimitApiKey,
  ListCompanyKeys,
  RevokeApiKey,
  RevokeApiKeys,
  RevokedKeys,
  RotateApiKey,
  CreateApiKey,
} from '@billhook/contract/identity/key';
import { CSV_TYPE } from '@billhook/platform/csv';
import { Body, Controller, Get, Header, Patch, Post, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { By, ByMember, type CompanyPrincipal, type SignedInMember } from '../../request/principal.js';
import { Requires, Returns, ReturnsFile } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { KeyCreationService } from '../keys/key-creation.service.js';
import { KeyRevocationService } from '../keys/key-revocation.service.js';
import { KeysService } from '../keys/keys.service.js';
import { KeyExportService } from './key-export.service.js';

@ApiTags('Settings')
@Controller('app/company/api-keys')
export class CompanyKeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly creation: KeyCreationService,
    private readonly revocation: KeyRevocationService,
    private readonly exports: KeyExportService,
  ) {}

  @Get()
  @Requires('api_key.manage')
  @Returns(ApiKeyList, {
    summary: 'List every API key of the company',
    problems: ['invalid_query', 'permission_missing'],
  })
  list(@By() by: CompanyPrincipal, @Query({ schema: ListCompanyKeys }) query: ListCompanyKeys): Promise<ApiKeyList> {
    return this.keys.list(by, 'company', query);
  }

  @Get('export')
  @Requires('api_key.manage')
  @ReturnsFile([CSV_TYPE], {
    summary: 'Export the API keys of the company',
    description: 'Every key that matches the filters, newest first. The file contains no secrets.',
    problems: ['invalid_query', 'permission_missing'],
  })
  async export(
    @ByMember() by: SignedInMember,
    @Query({ schema: ExportCompanyKeys }) query: ExportCompanyKeys,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    void reply.header('Cache-Control', 'no-store');
    return this.exports.file(by, request.sessionId ?? '', query);
  }

  @Post('revoke/preview')
  @Requires('api_key.manage')
  @Returns(RevokedKeys, {
    summary: 'Preview the revocation of several API keys',
    description: 'Returns what revoking the keys would end. Changes nothing.',
    problems: ['invalid_body', 'permission_missing'],
  })
  preview(@By() by: CompanyPrincipal, @Body({ schema: RevokeApiKeys }) body: RevokeApiKeys): Promise<RevokedKeys> {
    return this.revocation.preview(by, body);
  }

  @Post('revoke')
  @Requires('api_key.manage')
  @Returns(RevokedKeys, {
    summary: 'Revoke several API keys of the company',
    description:
      'Immediate and permanent, for all of them or none. Keys that are already revoked or expired stay unchanged.',
    problems: ['invalid_body', 'permission_missing'],
  })
  revokeAll(@By() by: CompanyPrincipal, @Body({ schema: RevokeApiKeys }) body: RevokeApiKeys): Promise<RevokedKeys> {
    return this.revocation.revokeAll(by, body);
  }

  @Get(':id')
  @Requires('api_key.manage')
  @Returns(ApiKeyView, { summary: 'Get an API key of the company', problems: ['not_found', 'permission_missing'] })
  get(@By() by: CompanyPrincipal, @Id() id: number): Promise<ApiKeyView> {
    return this.keys.get(by, 'company', id);
  }

  @Patch(':id')
  @Requires('api_key.manage')
  @Returns(ApiKeyView, {
    summary: 'Change the rate limit of an API key of the company',
    description:
      'Sets how many requests a minute the key may make, from the next request on. Only the owner of a key changes its name and networks; those of a key of a service member are changed here.',
    problems: [
      'invalid_body',
      'not_found',
      'permission_missing',
      'key_ended',
      'member_not_service',
      'step_up_required',
    ],
  })
  change(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: LimitApiKey }) body: LimitApiKey,
  ): Promise<ApiKeyView> {
    return this.keys.change(by, 'company', id, body);
  }

  @Post(':id/rotate')
  @Requires('api_key.manage')
  @Header('Cache-Control', 'no-store')
  @Returns(CreatedApiKey, {
    status: 201,
    summary: 'Rotate an API key of a service member',
    description:
      'Works as it does for an owner. Requires api_key.create as well, and every permission that the new key has.',
    problems: [
      ...(['invalid_body', 'plan_required', 'step_up_required', 'permission_missing', 'creator_inactive'] as const),
      ...(['not_found', 'key_ended', 'key_already_rotated', 'member_not_service'] as const),
    ],
  })
  rotate(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: RotateApiKey }) body: RotateApiKey,
  ): Promise<CreatedApiKey> {
    return this.creation.rotate(by, 'company', id, body);
  }

  @Post(':id/revoke')
  @Requires('api_key.manage')
  @Returns(ApiKeyView, { summary: 'Revoke an API key of the company', problems: ['not_found', 'permission_missing'] })
  revoke(
    @By() by: CompanyPrincipal,
    @Id() id: number,
    @Body({ schema: RevokeApiKey }) body: RevokeApiKey,
  ): Promise<ApiKeyView> {
    return this.revocation.revoke(by, 'company', id, body);
  }
}

@ApiTags('Settings')
@Controller('app/members')
export class MemberKeysController {
  constructor(private readonly creation: KeyCreationService) {}

  @Post(':id/api-keys')
  @Requires('api_key.manage')
  @Header('Cache-Control', 'no-store')
  @Returns(CreatedApiKey, {
    status: 201,
    summary: 'Create an API key of a service member',
    description:
      'Requires api_key.create as well. The key can have only permissions that you and the service member both have. The response contains the secret, which is shown only once.',
    problems: [
      ...(['invalid_body', 'plan_required', 'step_up_required', 'permission_missing', 'creator_inactive'] as const),
      ...(['not_found', 'member_not_service', 'member_removed'] as const),
    ],
  })
  create(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: CreateApiKey }) body: CreateApiKey,
  ): Promise<CreatedApiKey> {
    return this.creation.createForService(by, id, body);
  }
}
