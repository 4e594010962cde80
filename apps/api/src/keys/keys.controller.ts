import {
  ApiKeyList,
  ApiKeyView,
  CreateApiKey,
  CreatedApiKey,
  ListApiKeys,
  RevokeApiKey,
} from '@billhook/contract/api-key';
import { Body, Controller, Get, Header, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, ByMember, type CompanyPrincipal, type MemberPrincipal, type Principal } from '../access/principal.js';
import { Authenticated, Requires } from '../access/requires.decorator.js';
import { Id } from '../http/id.param.js';
import { Returns } from '../http/returns.decorator.js';
import { KeysService } from './keys.service.js';

@ApiTags('Settings')
@Controller('app/api-keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @Authenticated()
  @Returns(ApiKeyList, { summary: 'List my API keys, revoked and expired ones included', problems: ['invalid_query'] })
  list(@By() by: CompanyPrincipal, @Query({ schema: ListApiKeys }) query: ListApiKeys): Promise<ApiKeyList> {
    return this.keys.list(by, 'own', query);
  }

  @Post()
  @Requires('api_key.create')
  @Header('Cache-Control', 'no-store')
  @Returns(CreatedApiKey, {
    status: 201,
    summary: 'Create an API key',
    description:
      'The answer holds the secret, once. Needs a paid plan and a password confirmed within the last 10 minutes.',
    problems: ['invalid_body', 'plan_required', 'step_up_required', 'permission_missing'],
  })
  create(
    @ByMember() by: MemberPrincipal & Principal,
    @Body({ schema: CreateApiKey }) body: CreateApiKey,
  ): Promise<CreatedApiKey> {
    return this.keys.create(by, body);
  }

  @Get(':id')
  @Authenticated()
  @Returns(ApiKeyView, { summary: 'Get one of my API keys', problems: ['not_found'] })
  get(@By() by: CompanyPrincipal, @Id() id: number): Promise<ApiKeyView> {
    return this.keys.get(by, id);
  }

  @Post(':id/revoke')
  @Authenticated()
  @Returns(ApiKeyView, { summary: 'Revoke one of my API keys, at once and for good', problems: ['not_found'] })
  revoke(
    @By() by: CompanyPrincipal,
    @Id() id: number,
    @Body({ schema: RevokeApiKey }) body: RevokeApiKey,
  ): Promise<ApiKeyView> {
    return this.keys.revoke(by, 'own', id, body);
  }
}
