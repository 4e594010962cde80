import {
  AskKeyActivity,
  AskKeyTraffic,
  KeyActivityView,
  KeyTrafficView,
} from '@billhook/contract/identity/key-traffic';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type CompanyPrincipal } from '../../request/principal.js';
import { Authenticated, Requires, Returns } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { KeyTrafficService } from './key-traffic.service.js';

const COUNTED = 'Each process counts its requests and stores the counts every 5 seconds.';

@ApiTags('Settings')
@Controller('app')
export class KeyTrafficController {
  constructor(private readonly traffic: KeyTrafficService) {}

  @Get('api-keys/activity')
  @Authenticated()
  @Returns(KeyActivityView, {
    summary: 'Get the usage of your API keys',
    description: COUNTED,
    problems: ['invalid_query'],
  })
  mine(@By() by: CompanyPrincipal, @Query({ schema: AskKeyActivity }) query: AskKeyActivity): Promise<KeyActivityView> {
    return this.traffic.ofKeys(by, 'own', query);
  }

  @Get('company/api-keys/activity')
  @Requires('api_key.manage')
  @Returns(KeyActivityView, {
    summary: 'Get the usage of the API keys of the company',
    description: COUNTED,
    problems: ['invalid_query', 'permission_missing'],
  })
  ofCompany(
    @By() by: CompanyPrincipal,
    @Query({ schema: AskKeyActivity }) query: AskKeyActivity,
  ): Promise<KeyActivityView> {
    return this.traffic.ofKeys(by, 'company', query);
  }

  @Get('api-keys/:id/traffic')
  @Authenticated()
  @Returns(KeyTrafficView, {
    summary: 'Get the requests of one of your API keys by operation, host and outcome',
    description: COUNTED,
    problems: ['invalid_query', 'not_found'],
  })
  ofMyKey(
    @By() by: CompanyPrincipal,
    @Id() id: number,
    @Query({ schema: AskKeyTraffic }) query: AskKeyTraffic,
  ): Promise<KeyTrafficView> {
    return this.traffic.ofKey(by, 'own', id, query);
  }

  @Get('company/api-keys/:id/traffic')
  @Requires('api_key.manage')
  @Returns(KeyTrafficView, {
    summary: 'Get the requests of an API key of the company by operation, host and outcome',
    description: COUNTED,
    problems: ['invalid_query', 'not_found', 'permission_missing'],
  })
  ofCompanyKey(
    @By() by: CompanyPrincipal,
    @Id() id: number,
    @Query({ schema: AskKeyTraffic }) query: AskKeyTraffic,
  ): Promise<KeyTrafficView> {
    return this.traffic.ofKey(by, 'company', id, query);
  }
}
