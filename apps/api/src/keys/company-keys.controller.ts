import { ApiKeyList, ApiKeyView, ListApiKeys, RevokeApiKey } from '@billhook/contract/api-key';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type CompanyPrincipal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Id } from '../http/id.param.js';
import { Returns } from '../http/returns.decorator.js';
import { KeysService } from './keys.service.js';

@ApiTags('Settings')
@Controller('app/company/api-keys')
export class CompanyKeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @Requires('api_key.manage')
  @Returns(ApiKeyList, {
    summary: 'List every API key of the company',
    problems: ['invalid_query', 'permission_missing'],
  })
  list(@By() by: CompanyPrincipal, @Query({ schema: ListApiKeys }) query: ListApiKeys): Promise<ApiKeyList> {
    return this.keys.list(by, 'company', query);
  }

  @Post(':id/revoke')
  @Requires('api_key.manage')
  @Returns(ApiKeyView, { summary: 'Revoke an API key of the company', problems: ['not_found', 'permission_missing'] })
  revoke(
    @By() by: CompanyPrincipal,
    @Id() id: number,
    @Body({ schema: RevokeApiKey }) body: RevokeApiKey,
  ): Promise<ApiKeyView> {
    return this.keys.revoke(by, 'company', id, body);
  }
}
