import type { ListOf } from '@billhook/contract/shared/common';
import {
  ListWebhookRuns,
  StartWebhookRun,
  WebhookRunList,
  WebhookRunView,
} from '@billhook/contract/webhooks/webhook-run';
import type { ProblemCode } from '@billhook/domain/shared/problems';
import type { Window } from '@billhook/db/lists/list-records';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { MayRequire, Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Paging } from '../../request/paging/paging.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { presentRun } from './webhook-runs.presenter.js';
import { WebhookRunsService } from './webhook-runs.service.js';

const OF_STARTING: readonly ProblemCode[] = [
  ...(['not_found', 'invalid_body', 'version_mismatch'] as const),
  ...(['endpoint_disabled', 'run_under_way', 'webhooks_unavailable'] as const),
];

const PACE =
  'The answer is the run, which goes on behind it; messages of the present do not wait for it. `Prefer: dry-run` counts and starts nothing: `total` is how many messages would be sent, or null where that can not be counted beforehand.';

@ApiTags('Webhooks')
@Controller(['v1', 'portal/api'])
export class WebhookRunsController {
  constructor(
    private readonly runs: WebhookRunsService,
    private readonly paging: Paging,
  ) {}

  @Post('webhook-endpoints/:id/recover')
  @Requires('integration.write')
  @Returns(WebhookRunView, {
    status: 202,
    summary: 'Send again what failed',
    description: `Deliveries to the endpoint that failed or were cancelled begin their schedule anew, under their old ids; \`since\` and \`until\` are about when they were made. ${PACE}`,
    problems: OF_STARTING,
  })
  async recover(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: StartWebhookRun }) body: StartWebhookRun,
  ): Promise<WebhookRunView> {
    return presentRun(await this.runs.start(by, target, 'RecoverFailed', body));
  }

  @Post('webhook-endpoints/:id/replay-missing')
  @MayRequire(
    'Where the endpoint has a filter, the permission to read the records as well, because the count depends on what is in them.',
  )
  @Requires('integration.write')
  @Returns(WebhookRunView, {
    status: 202,
    summary: 'Send what was never sent',
    description: `Events that the endpoint would receive now, by its types and its filter, and that were never on their way to it: because it was disabled, made later or asked for less. \`since\` and \`until\` are about when they happened. ${PACE}`,
    problems: OF_STARTING,
  })
  async replayMissing(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: StartWebhookRun }) body: StartWebhookRun,
  ): Promise<WebhookRunView> {
    return presentRun(await this.runs.start(by, target, 'ReplayMissing', body));
  }

  @Get('webhook-endpoints/:id/runs')
  @Requires('integration.write')
  @Returns(WebhookRunList, {
    summary: 'List the runs of an endpoint, newest first',
    problems: ['not_found', 'invalid_query', 'cursor_mismatch'],
  })
  async list(
    @By() by: Principal,
    @Id() endpointId: number,
    @Query({ schema: ListWebhookRuns }) query: ListWebhookRuns,
  ): Promise<ListOf<WebhookRunView>> {
    const read = (window: Window) => this.runs.list(by, endpointId, window);
    return this.paging.page(`runs of ${endpointId}`, by.company.id, query, read, presentRun);
  }

  @Get('webhook-runs/:id')
  @Requires('integration.write')
  @Returns(WebhookRunView, { summary: 'Get a run', problems: ['not_found'] })
  async get(@By() by: Principal, @Id() id: number): Promise<WebhookRunView> {
    return presentRun(await this.runs.get(by, id));
  }

  @Post('webhook-runs/:id/pause')
  @Requires('integration.write')
  @Returns(WebhookRunView, {
    summary: 'Pause a run',
    description: 'What it has sent by then is delivered. A run pauses by itself when its endpoint is disabled.',
    problems: ['not_found', 'action_not_allowed'],
  })
  async pause(@By() by: Principal, @Id() id: number): Promise<WebhookRunView> {
    return presentRun(await this.runs.move(by, id, 'pause'));
  }

  @Post('webhook-runs/:id/resume')
  @Requires('integration.write')
  @Returns(WebhookRunView, {
    summary: 'Let a paused run go on',
    problems: ['not_found', 'action_not_allowed', 'endpoint_disabled'],
  })
  async resume(@By() by: Principal, @Id() id: number): Promise<WebhookRunView> {
    return presentRun(await this.runs.move(by, id, 'resume'));
  }

  @Post('webhook-runs/:id/cancel')
  @Requires('integration.write')
  @Returns(WebhookRunView, {
    summary: 'End a run',
    description: 'What it has sent by then is delivered all the same; nothing further is.',
    problems: ['not_found', 'action_not_allowed'],
  })
  async cancel(@By() by: Principal, @Id() id: number): Promise<WebhookRunView> {
    return presentRun(await this.runs.move(by, id, 'cancel'));
  }
}
