import type { ListOf } from '@billhook/contract/shared/page';
import {
  ListWebhookDeliveries,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookDeliveryView,
} from '@billhook/contract/webhooks/delivery';
import type { Window } from '@billhook/db/lists/list-records';
import { ENV, type Env } from '@billhook/platform/env';
import { Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PagingService } from '../../request/paging/paging.service.js';
import { By, type Principal } from '../../request/principal.js';
import { Requires, Returns } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { WebhookDeliveriesService } from './deliveries.service.js';
import { presentDelivery, presentDeliveryDetail } from './delivery.presenter.js';

@ApiTags('Webhooks')
@Controller(['v1/webhook-deliveries', 'portal/api/webhook-deliveries'])
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveriesService,
    private readonly paging: PagingService,
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
      'Each attempt has its request, its response and the duration of each phase. The texts are left out if the caller may not read the record: `missingPermission` names the missing permission.',
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
    summary: 'Resend a delivery immediately',
    description: 'A success ends the retry schedule; a failure does not change it.',
    problems: ['not_found', 'endpoint_disabled', 'endpoint_deleted', 'event_expired'],
  })
  async resend(@By() by: Principal, @Id() id: number): Promise<WebhookDeliveryView> {
    return presentDelivery(await this.deliveries.resend(by, id));
  }

  @Post(':id/cancel')
  @Requires('integration.write')
  @Returns(WebhookDeliveryView, {
    summary: 'Cancel a waiting delivery',
    description:
      'It is not sent again unless it is resent. A delivery that waits because it was resent returns to its previous status.',
    problems: ['not_found', 'action_not_allowed'],
  })
  async cancel(@By() by: Principal, @Id() id: number): Promise<WebhookDeliveryView> {
    return presentDelivery(await this.deliveries.cancel(by, id));
  }
}
