import { DeprecatedCallList } from '@billhook/contract/identity/deprecation';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type CompanyPrincipal } from '../../request/principal.js';
import { Authenticated, Requires } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { DeprecationsService } from './deprecations.service.js';

@ApiTags('Settings')
@Controller('app')
export class DeprecationsController {
  constructor(private readonly deprecations: DeprecationsService) {}

  @Get('company/deprecated-calls')
  @Requires('api_key.manage')
  @Returns(DeprecatedCallList, {
    summary: 'List the deprecated routes that API keys of the company still call',
    problems: ['permission_missing'],
  })
  ofCompany(@By() by: CompanyPrincipal): Promise<DeprecatedCallList> {
    return this.deprecations.list(by, 'company');
  }

  @Get('api-keys/deprecated-calls')
  @Authenticated()
  @Returns(DeprecatedCallList, { summary: 'List the deprecated routes that your API keys still call' })
  ofMine(@By() by: CompanyPrincipal): Promise<DeprecatedCallList> {
    return this.deprecations.list(by, 'own');
  }
}
