import type { ListOf } from '@billhook/contract/shared/common';
import {
  ListWebhookDeliveries,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookDeliveryView,
} from '@billhook/contract/webhooks/webhook-delivery';
import type { Window } from '@billhook/db/lists/list-records';
import type { Env } from '@billhook/platform/env';
import { Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Paging } from '../../request/paging/paging.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { ENV } from '@billhook/platform/tokens';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { presentDelivery, presentDeliveryDetail } from './webhook-delivery.presenter.js';

@ApiTags('Webhooks')
@Controller(['v1/webhook-deliveries', 'portal/api/webhook-deliveries'])
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveriesService,
    private readonly paging: Paging,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  @Requires('integration.write')
  @Returns(WebhookDeliveryList, {
    summary: 'List deliveries, newest first',
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  async list(
    @By() by: Principal,
    @Query({ schema: ListWebhookDeliveries }) query: ListWebhookDeliveries,
  ): Promise<ListOf<WebhookDeliveryView>> {
    const read = (window: Window) => this.deliveries.list(by, query, window);
    return this.paging.page('deliveries', by.company.id, query, read, presentDelivery);
  }

  @Get(':id')
  @Requires('integration.write')
  @Returns(WebhookDeliveryDetail, {
    summary: 'Get a delivery with its attempts',
    description:
      'Each attempt with what was sent, what came back and how long each part of it took. Without the texts where the caller may not read the record: `missingPermission` says why.',
    problems: ['not_found'],
  })
  async get(@By() by: Principal, @Id() id: number): Promise<WebhookDeliveryDetail> {
    const [delivery, attempts] = await this.deliveries.get(by, id);
    return presentDeliveryDetail(delivery, attempts, this.env.PUBLIC_URL, by.permissions);
  }

  @Post(':id/resend')
  @Requires('integration.write')
  @Returns(WebhookDeliveryView, {
    status: 202,
    summary: 'Send a delivery again, now',
    description: 'A success ends the schedule of retries; a failure leaves it as it is.',
    problems: ['not_found', 'endpoint_disabled', 'endpoint_deleted', 'event_expired'],
  })
  async resend(@By() by: Principal, @Id() id: number): Promise<WebhookDeliveryView> {
    return presentDelivery(await this.deliveries.resend(by, id));
  }

  @Post(':id/cancel')
  @Requires('integration.write')
  @Returns(WebhookDeliveryView, {
    summary: 'Cancel a delivery that waits',
    description:
      'Nothing more of it is sent, unless somebody resends it. One that waits because it was resent goes back to what it was.',
    problems: ['not_found', 'action_not_allowed'],
  })
  async cancel(@By() by: Principal, @Id() id: number): Promise<WebhookDeliveryView> {
    return presentDelivery(await this.deliveries.cancel(by, id));
  }
}
