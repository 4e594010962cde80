import type { ListOf } from '@billhook/contract/shared/page';
import { ListEndpointDeliveries, WebhookDeliveryList, WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import {
  CreateWebhookEndpoint,
  CreatedWebhookEndpoint,
  EnabledWebhookEndpoint,
  ListWebhookEndpoints,
  PutWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointView,
  WrittenWebhookEndpoint,
} from '@billhook/contract/webhooks/endpoint';
import { WebhookStatsList, WebhookStatsQuery, WebhookStatsView } from '@billhook/contract/webhooks/endpoint-health';
import { RotateWebhookSecret, WebhookSecretView } from '@billhook/contract/webhooks/endpoint-secret';
import { SendWebhookRecord, TestWebhookEndpoint } from '@billhook/contract/webhooks/endpoint-test';
import type { Window } from '@billhook/db/lists/list-records';
import { MOST_ENDPOINTS, MOST_LIVE_SECRETS } from '@billhook/domain/shared/webhook-limits';
import { WebhookEndpointPresenter } from '@billhook/webhooks/endpoints/endpoint.presenter';
import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Put, Query, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { PagingService } from '../../request/paging/paging.service.js';
import { By, type Principal } from '../../request/principal.js';
import { MayRequire, Requires, AlsoReturns, Returns, ReturnsNothing } from '../../request/routes/route.decorator.js';
import { Id, SeenVersions, Target, type RecordTarget } from '../../request/routes/target.param.js';
import { WebhookDeliveriesService } from '../deliveries/deliveries.service.js';
import { presentDelivery } from '../deliveries/delivery.presenter.js';
import { WebhookSecretsService } from './endpoint-secrets.service.js';
import { MOST_BUCKETS_OF_ALL, WebhookStatsService } from './endpoint-stats.service.js';
import { WebhookTestsService } from './endpoint-tests.service.js';
import { EndpointUrlGuard, UrlProblem } from './endpoint-url.guard.js';
import { WebhookEndpointsService } from './endpoints.service.js';
import { externalIdOf } from './external-id.param.js';
import { OF_SECRET } from './readable-types.rules.js';

const SELECTS =
  'Selecting event types requires the permission to read their records as well: `invoice.read` for `invoice.*`, `client.read` for `client.*`, and so on.';
/** Described once for all routes of endpoints, deliveries and runs. */
const OWN_ENDPOINTS =
  'An application sees the endpoints that it created. Every other endpoint of the company, its deliveries and its runs do not exist for it, unless it has `integration.manage_all`.';
const EDITS = `${SELECTS} So does changing \`url\`, \`payload\`, \`filter\` or \`headers\` of an endpoint that receives them.`;

/** The portal uses the routes of the public API with its own credential: every button is a documented call. */
@ApiTags('Webhooks')
@Controller(['v1/webhook-endpoints', 'portal/api/webhook-endpoints'])
export class WebhookEndpointsController {
  constructor(
    private readonly endpoints: WebhookEndpointsService,
    private readonly secrets: WebhookSecretsService,
    private readonly tests: WebhookTestsService,
    private readonly stats: WebhookStatsService,
    private readonly deliveries: WebhookDeliveriesService,
    private readonly presenter: WebhookEndpointPresenter,
    private readonly paging: PagingService,
  ) {}

  @Get()
  @Requires('integration.write')
  @Returns(WebhookEndpointList, {
    summary: 'List webhook endpoints',
    description: OWN_ENDPOINTS,
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  async list(
    @By() by: Principal,
    @Query({ schema: ListWebhookEndpoints }) query: ListWebhookEndpoints,
  ): Promise<ListOf<WebhookEndpointView>> {
    const read = (window: Window) => this.endpoints.list(by, window);
    return this.paging.page('endpoints', by.company.id, query, read, this.presenter.present);
  }

  @Post()
  @MayRequire(SELECTS)
  @Requires('integration.write')
  @UseGuards(EndpointUrlGuard)
  @Header('Cache-Control', 'no-store')
  @Returns(CreatedWebhookEndpoint, {
    status: 201,
    at: 'webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description: `The response contains the signing secret. The URL must be public and https, unless the operator allows others; a host name without a public address is rejected. A company can have at most ${MOST_ENDPOINTS} endpoints.`,
    problems: ['invalid_body', 'endpoint_refused', 'endpoint_limit', 'external_id_taken', 'webhooks_unavailable'],
  })
  async create(
    @By() by: Principal,
    @Body({ schema: CreateWebhookEndpoint }) body: CreateWebhookEndpoint,
    @UrlProblem() rejection: string | undefined,
  ): Promise<CreatedWebhookEndpoint> {
    const { endpoint, secret } = await this.endpoints.create(by, body, rejection);
    return { ...this.presenter.present(endpoint), secret };
  }

  @Get('by-external-id/:externalId')
  @Requires('integration.write')
  @Returns(WebhookEndpointView, { summary: 'Get a webhook endpoint by its externalId', problems: ['not_found'] })
  async getByExternalId(@By() by: Principal, @Param('externalId') externalId: string): Promise<WebhookEndpointView> {
    return this.presenter.present(await this.endpoints.getByExternalId(by, externalIdOf(externalId)));
  }

  @Put('by-external-id/:externalId')
  @MayRequire(EDITS)
  @Requires('integration.write')
  @UseGuards(EndpointUrlGuard)
  @Header('Cache-Control', 'no-store')
  @AlsoReturns(201, WrittenWebhookEndpoint)
  @Returns(WrittenWebhookEndpoint, {
    summary: 'Create or replace a webhook endpoint by its externalId',
    description:
      'For scripts that run repeatedly. Send the whole endpoint: members that you leave out get their defaults, and nothing changes if nothing differs. The first response (201) contains the signing secret. The status of an existing endpoint does not change.',
    problems: [
      ...(['not_found', 'invalid_body', 'endpoint_refused', 'endpoint_limit', 'webhooks_unavailable'] as const),
      'version_mismatch',
    ],
  })
  async put(
    @By() by: Principal,
    @Param('externalId') externalId: string,
    @SeenVersions() versions: RecordTarget['versions'],
    @Body({ schema: PutWebhookEndpoint }) body: PutWebhookEndpoint,
    @UrlProblem() rejection: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WrittenWebhookEndpoint> {
    const { endpoint, secret } = await this.endpoints.put(by, externalIdOf(externalId), versions, body, rejection);
    if (secret !== null) void reply.status(201);
    return { ...this.presenter.present(endpoint), secret };
  }

  @Get('stats')
  @Requires('integration.write')
  @Returns(WebhookStatsList, {
    summary: 'Get the statistics of all endpoints over time',
    description: `By hour or by day, at most ${MOST_BUCKETS_OF_ALL} buckets. Newest endpoint first.`,
    problems: ['invalid_query'],
  })
  async listStats(
    @By() by: Principal,
    @Query({ schema: WebhookStatsQuery }) query: WebhookStatsQuery,
  ): Promise<WebhookStatsList> {
    return { data: await this.stats.list(by, query) };
  }

  @Get(':id')
  @Requires('integration.write')
  @Returns(WebhookEndpointView, { summary: 'Get a webhook endpoint', problems: ['not_found'] })
  async get(@By() by: Principal, @Id() id: number): Promise<WebhookEndpointView> {
    return this.presenter.present(await this.endpoints.get(by, id));
  }

  @Patch(':id')
  @MayRequire(EDITS)
  @Requires('integration.write')
  @UseGuards(EndpointUrlGuard)
  @Returns(WebhookEndpointView, {
    summary: 'Edit, disable or enable a webhook endpoint',
    description:
      'Disabling cancels the waiting deliveries. Enabling does not send them again; recover does. A new URL applies from the next attempt on.',
    problems: [
      ...(['not_found', 'invalid_body', 'endpoint_refused', 'external_id_taken', 'version_mismatch'] as const),
      'application_access_ended',
    ],
  })
  async update(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: UpdateWebhookEndpoint }) body: UpdateWebhookEndpoint,
    @UrlProblem() rejection: string | undefined,
  ): Promise<WebhookEndpointView> {
    return this.presenter.present(await this.endpoints.update(by, target, body, rejection));
  }

  @Delete(':id')
  @Requires('integration.write')
  @ReturnsNothing({
    summary: 'Delete a webhook endpoint',
    description: 'Cancels the waiting deliveries.',
    problems: ['not_found', 'version_mismatch'],
  })
  delete(@By() by: Principal, @Target() target: RecordTarget): Promise<void> {
    return this.endpoints.delete(by, target);
  }

  @Post(':id/enable')
  @Requires('integration.write')
  @Returns(EnabledWebhookEndpoint, {
    summary: 'Enable a webhook endpoint',
    description:
      'Clears its failures and returns what it missed while it was disabled. Missed events are not sent automatically; see recover and replay-missing. An endpoint whose application no longer has access can be enabled only by that application, with its new access.',
    problems: ['not_found', 'version_mismatch', 'application_access_ended'],
  })
  async enable(@By() by: Principal, @Target() target: RecordTarget): Promise<EnabledWebhookEndpoint> {
    const [endpoint, missed] = await this.endpoints.enable(by, target);
    return { ...this.presenter.present(endpoint), missed };
  }

  @Post(':id/disable')
  @Requires('integration.write')
  @Returns(WebhookEndpointView, {
    summary: 'Disable a webhook endpoint',
    description:
      'Cancels the waiting deliveries; enabling does not send them again. Events stay stored: recover and replay-missing send what was missed.',
    problems: ['not_found', 'version_mismatch'],
  })
  async disable(@By() by: Principal, @Target() target: RecordTarget): Promise<WebhookEndpointView> {
    return this.presenter.present(await this.endpoints.disable(by, target));
  }

  @Get(':id/deliveries')
  @Requires('integration.write')
  @Returns(WebhookDeliveryList, {
    summary: 'List the deliveries to an endpoint, newest first',
    problems: ['not_found', 'invalid_query', 'cursor_mismatch'],
  })
  async listDeliveries(
    @By() by: Principal,
    @Id() id: number,
    @Query({ schema: ListEndpointDeliveries }) query: ListEndpointDeliveries,
  ): Promise<ListOf<WebhookDeliveryView>> {
    const read = (window: Window) => this.deliveries.listOf(by, id, query, window);
    return this.paging.page(`deliveries/${id}`, by.company.id, query, read, presentDelivery);
  }

  @Get(':id/stats')
  @Requires('integration.write')
  @Returns(WebhookStatsView, {
    summary: 'Get the statistics of an endpoint over time',
    description: 'By hour for up to 31 days, by day for up to 93 days. Stored for 90 days by default.',
    problems: ['not_found', 'invalid_query'],
  })
  getStats(
    @By() by: Principal,
    @Id() id: number,
    @Query({ schema: WebhookStatsQuery }) query: WebhookStatsQuery,
  ): Promise<WebhookStatsView> {
    return this.stats.get(by, id, query);
  }

  @Get(':id/secret')
  @MayRequire(OF_SECRET)
  @Requires('integration.write')
  @Header('Cache-Control', 'no-store')
  @Returns(WebhookSecretView, {
    summary: 'View the signing secret',
    description: 'The audit log records each request.',
    problems: ['not_found', 'secret_of_another_owner'],
  })
  async secret(@By() by: Principal, @Id() id: number): Promise<WebhookSecretView> {
    return this.presenter.presentSecrets(await this.secrets.view(by, id));
  }

  @Post(':id/rotate-secret')
  @MayRequire(OF_SECRET)
  @Requires('integration.write')
  @Header('Cache-Control', 'no-store')
  @Returns(WebhookSecretView, {
    summary: 'Rotate the signing secret',
    description: `Until the overlap ends, messages have a signature of the old secret as well. \`scheme\` sets the signature scheme of the new secret, which may differ from the old one. An endpoint can have at most ${MOST_LIVE_SECRETS} active secrets.`,
    problems: ['not_found', 'invalid_body', 'signing_secret_limit', 'version_mismatch', 'secret_of_another_owner'],
  })
  async rotateSecret(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: RotateWebhookSecret }) body: RotateWebhookSecret,
  ): Promise<WebhookSecretView> {
    return this.presenter.presentSecrets(await this.secrets.rotate(by, target, body));
  }

  @Post(':id/test')
  @MayRequire('It requires the permission to read the record, or records of the event type, as well.')
  @Requires('integration.write')
  @Returns(WebhookDeliveryView, {
    status: 202,
    summary: 'Send a test message',
    description:
      'Sends an example of the event type, or the message of an event, once, with the header `webhook-test: true`. A test message is not an event and appears in no list of events.',
    problems: [
      ...(['not_found', 'invalid_body', 'endpoint_disabled', 'event_expired', 'webhooks_unavailable'] as const),
      'version_mismatch',
    ],
  })
  async test(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: TestWebhookEndpoint }) body: TestWebhookEndpoint,
  ): Promise<WebhookDeliveryView> {
    return presentDelivery(await this.tests.send(by, target, body));
  }

  @Post(':id/send-record')
  @MayRequire('It requires the permission to read the record as well.')
  @Requires('integration.write')
  @Returns(WebhookDeliveryView, {
    status: 202,
    summary: 'Send the present state of a record',
    description:
      'Sends the record as its `GET` returns it now, once, as a message of its last event type, with a new id, the header `webhook-manual: true` and no `webhook-sequence`. If the last event is no longer stored, the type is `updated`, for a payment `created`. The message is not an event and appears in no list of events. The event types and the filter of the endpoint do not matter.',
    problems: [
      ...(['not_found', 'invalid_body', 'endpoint_disabled', 'webhooks_unavailable', 'version_mismatch'] as const),
    ],
  })
  async sendRecord(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: SendWebhookRecord }) body: SendWebhookRecord,
  ): Promise<WebhookDeliveryView> {
    return presentDelivery(await this.tests.sendRecord(by, target, body));
  }
}
