import {
  ListRequests,
  LoggedRequestDetail,
  LoggedRequestList,
  type LoggedRequestView,
} from '@billhook/contract/identity/logged-request';
import type { ListOf } from '@billhook/contract/shared/page';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { By, type CompanyPrincipal } from '../../request/principal.js';
import { Authenticated, Returns } from '../../request/routes/route.decorator.js';
import { RequestLogService } from './request-log.service.js';

@ApiTags('Requests')
@Controller('v1/requests')
export class RequestsController {
  constructor(private readonly requests: RequestLogService) {}

  @Get()
  @Authenticated()
  @Returns(LoggedRequestList, {
    summary: 'List the requests of this key or application, newest first',
    description:
      'A request appears about a second after its response. Requests are kept for 7 days by default. [Find a request](/docs/request-log/)',
    problems: ['invalid_query', 'cursor_mismatch', 'creator_inactive', 'plan_required'],
  })
  list(
    @By() by: CompanyPrincipal,
    @Query({ schema: ListRequests }) query: ListRequests,
  ): Promise<ListOf<LoggedRequestView>> {
    return this.requests.list(by, query);
  }

  @Get(':id')
  @Authenticated()
  @Returns(LoggedRequestDetail, {
    summary: 'Get a request by its `Request-Id`',
    description:
      'Includes the bodies of a write, and of a response from 400 on, without secrets. A request that another key or application made is not found.',
    problems: ['not_found', 'creator_inactive', 'plan_required'],
  })
  @ApiParam({ name: 'id', description: 'The `Request-Id` of a response' })
  get(@By() by: CompanyPrincipal, @Param('id') id: string): Promise<LoggedRequestDetail> {
    return this.requests.get(by, id);
  }
}

@ApiTags('Settings')
@Controller('app/requests')
export class SettingsRequestsController {
  constructor(private readonly requests: RequestLogService) {}

  @Get()
  @Authenticated()
  @Returns(LoggedRequestList, {
    summary: 'List the requests to the API, newest first',
    description:
      'With `api_key.manage` those of the company, otherwise those of your API keys and of the applications that you authorised.',
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  list(
    @By() by: CompanyPrincipal,
    @Query({ schema: ListRequests }) query: ListRequests,
  ): Promise<ListOf<LoggedRequestView>> {
    return this.requests.list(by, query);
  }

  @Get(':id')
  @Authenticated()
  @Returns(LoggedRequestDetail, {
    summary: 'Get a request to the API by its `Request-Id`',
    description: 'The bodies are left out without the permission of the operation, which `missingPermission` names.',
    problems: ['not_found'],
  })
  get(@By() by: CompanyPrincipal, @Param('id') id: string): Promise<LoggedRequestDetail> {
    return this.requests.get(by, id);
  }
}
