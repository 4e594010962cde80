import type { ListOf } from '@billhook/contract/common';
import { WebhookDeliveryView } from '@billhook/contract/webhook-delivery';
import {
  CreateWebhookEndpoint,
  CreatedWebhookEndpoint,
  ListWebhookEndpoints,
  RotateWebhookSecret,
  TestWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointView,
  WebhookSecretView,
} from '@billhook/contract/webhook-endpoint';
import type { Window } from '@billhook/records/lists/list-records';
import { Body, Controller, Delete, Get, Header, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Id } from '../http/id.param.js';
import { Paging } from '../http/paging.js';
import { Returns, ReturnsNothing } from '../http/returns.decorator.js';
import { Target, type RecordTarget } from '../http/target.param.js';
import { presentDelivery } from './webhook-delivery.presenter.js';
import { presentEndpoint } from './webhook-endpoint.presenter.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';

/** The portal uses the public API's own routes, under its own credential: every button is a documented call. */
@ApiTags('Webhooks')
@Controller(['v1/webhook-endpoints', 'portal/api/webhook-endpoints'])
export class WebhookEndpointsController {
  constructor(
    private readonly endpoints: WebhookEndpointsService,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Requires('integration.write')
  @Returns(WebhookEndpointList, { summary: 'List webhook endpoints', problems: ['invalid_query', 'cursor_mismatch'] })
  async list(
    @By() by: Principal,
    @Query({ schema: ListWebhookEndpoints }) query: ListWebhookEndpoints,
  ): Promise<ListOf<WebhookEndpointView>> {
    const read = (window: Window) => this.endpoints.list(by, window);
    return this.paging.page('endpoints', by.company.id, query, read, presentEndpoint);
  }

  @Post()
  @Requires('integration.write')
  @Header('Cache-Control', 'no-store')
  @Returns(CreatedWebhookEndpoint, {
    status: 201,
    at: 'webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'The answer holds the signing secret. The address must be public and https, unless the operator allows more.',
    problems: ['invalid_body', 'endpoint_refused', 'endpoint_limit', 'webhooks_unavailable'],
  })
  async create(
    @By() by: Principal,
    @Body({ schema: CreateWebhookEndpoint }) body: CreateWebhookEndpoint,
  ): Promise<WebhookEndpointView & { secret: string }> {
    const { endpoint, secret } = await this.endpoints.create(by, body);
    return { ...presentEndpoint(endpoint), secret };
  }

  @Get(':id')
  @Requires('integration.write')
  @Returns(WebhookEndpointView, { summary: 'Get a webhook endpoint', problems: ['not_found'] })
  async get(@By() by: Principal, @Id() id: number): Promise<WebhookEndpointView> {
    return presentEndpoint(await this.endpoints.get(by, id));
  }

  @Patch(':id')
  @Requires('integration.write')
  @Returns(WebhookEndpointView, {
    summary: 'Edit, disable or enable a webhook endpoint',
    description: 'Disabling cancels what waits. A new URL holds from the next attempt on.',
    problems: ['not_found', 'invalid_body', 'endpoint_refused', 'version_mismatch'],
  })
  async update(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: UpdateWebhookEndpoint }) body: UpdateWebhookEndpoint,
  ): Promise<WebhookEndpointView> {
    return presentEndpoint(await this.endpoints.update(by, target, body));
  }

  @Delete(':id')
  @Requires('integration.write')
  @ReturnsNothing({
    summary: 'Delete a webhook endpoint',
    description: 'What waits is cancelled.',
    problems: ['not_found', 'version_mismatch'],
  })
  delete(@By() by: Principal, @Target() target: RecordTarget): Promise<void> {
    return this.endpoints.delete(by, target);
  }

  @Get(':id/secret')
  @Requires('integration.write')
  @Header('Cache-Control', 'no-store')
  @Returns(WebhookSecretView, { summary: 'View the signing secret', description: 'Audited.', problems: ['not_found'] })
  secret(@By() by: Principal, @Id() id: number): Promise<WebhookSecretView> {
    return this.endpoints.secret(by, id);
  }

  @Post(':id/rotate-secret')
  @Requires('integration.write')
  @Header('Cache-Control', 'no-store')
  @Returns(WebhookSecretView, {
    summary: 'Rotate the signing secret',
    description: 'Messages carry a signature of the old secret too until the overlap ends.',
    problems: ['not_found', 'invalid_body', 'version_mismatch'],
  })
  rotateSecret(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: RotateWebhookSecret }) body: RotateWebhookSecret,
  ): Promise<WebhookSecretView> {
    return this.endpoints.rotateSecret(by, target, body);
  }

  @Post(':id/test')
  @Requires('integration.write')
  @Returns(WebhookDeliveryView, {
    status: 202,
    summary: 'Send a test message',
    description: 'An example of the event type, sent once. It is no event and stands in no event list.',
    problems: ['not_found', 'invalid_body', 'endpoint_disabled', 'webhooks_unavailable', 'version_mismatch'],
  })
  async test(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: TestWebhookEndpoint }) body: TestWebhookEndpoint,
  ): Promise<WebhookDeliveryView> {
    return presentDelivery(await this.endpoints.test(by, target, body));
  }
}
