import type { ListOf } from '@billhook/contract/shared/page';
import { ListWebhookRuns, StartWebhookRun, WebhookRunList, WebhookRunView } from '@billhook/contract/webhooks/run';
import type { Window } from '@billhook/db/lists/list-records';
import type { ProblemCode } from '@billhook/domain/shared/problems';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PagingService } from '../../request/paging/paging.service.js';
import { By, type Principal } from '../../request/principal.js';
import { MayRequire, Requires, Returns } from '../../request/routes/route.decorator.js';
import { Id, Target, type RecordTarget } from '../../request/routes/target.param.js';
import { presentRun } from './run.presenter.js';
import { WebhookRunsService } from './runs.service.js';

const OF_STARTING: readonly ProblemCode[] = [
  ...(['not_found', 'invalid_body', 'version_mismatch'] as const),
  ...(['endpoint_disabled', 'run_under_way', 'webhooks_unavailable'] as const),
];

const PACE =
  'Returns the run, which continues in the background and does not delay new messages. `Prefer: dry-run` starts nothing: `total` is the number of messages that would be sent, or null if they cannot be counted in advance.';

@ApiTags('Webhooks')
@Controller(['v1', 'portal/api'])
export class WebhookRunsController {
  constructor(
    private readonly runs: WebhookRunsService,
    private readonly paging: PagingService,
  ) {}

  @Post('webhook-endpoints/:id/recover')
  @Requires('integration.write')
  @Returns(WebhookRunView, {
    status: 202,
    summary: 'Resend failed deliveries',
    description: `Restarts the schedule of deliveries to the endpoint that failed or were cancelled; they keep their ids. \`since\` and \`until\` refer to when the deliveries were created. ${PACE}`,
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
    'If the endpoint has a filter, it requires the permission to read the records as well, because the count depends on their content.',
  )
  @Requires('integration.write')
  @Returns(WebhookRunView, {
    status: 202,
    summary: 'Send missed events',
    description: `Sends events that match the current types and filter of the endpoint but have no delivery to it, because it was disabled, was created later or subscribed to fewer types. \`since\` and \`until\` refer to when the events happened. ${PACE}`,
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
    description:
      'Messages that the run has already sent are still delivered. A run pauses automatically when its endpoint is disabled.',
    problems: ['not_found', 'action_not_allowed'],
  })
  async pause(@By() by: Principal, @Id() id: number): Promise<WebhookRunView> {
    return presentRun(await this.runs.move(by, id, 'pause'));
  }

  @Post('webhook-runs/:id/resume')
  @Requires('integration.write')
  @Returns(WebhookRunView, {
    summary: 'Resume a paused run',
    problems: ['not_found', 'action_not_allowed', 'endpoint_disabled'],
  })
  async resume(@By() by: Principal, @Id() id: number): Promise<WebhookRunView> {
    return presentRun(await this.runs.move(by, id, 'resume'));
  }

  @Post('webhook-runs/:id/cancel')
  @Requires('integration.write')
  @Returns(WebhookRunView, {
    summary: 'Cancel a run',
    description: 'Messages that the run has already sent are still delivered; no others are sent.',
    problems: ['not_found', 'action_not_allowed'],
  })
  async cancel(@By() by: Principal, @Id() id: number): Promise<WebhookRunView> {
    return presentRun(await this.runs.move(by, id, 'cancel'));
  }
}
