import type { ListOf } from '@billhook/contract/common';
import {
  ListWebhookDeliveries,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookDeliveryView,
} from '@billhook/contract/webhook-delivery';
import type { Window } from '@billhook/records/lists/list-records';
import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Id } from '../http/id.param.js';
import { Paging } from '../http/paging.js';
import { Returns } from '../http/returns.decorator.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { presentDelivery, presentDeliveryDetail } from './webhook-delivery.presenter.js';

@ApiTags('Webhooks')
@Controller(['v1/webhook-deliveries', 'portal/api/webhook-deliveries'])
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveriesService,
    private readonly paging: Paging,
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
  @Returns(WebhookDeliveryDetail, { summary: 'Get a delivery with its attempts', problems: ['not_found'] })
  async get(@By() by: Principal, @Id() id: number): Promise<WebhookDeliveryDetail> {
    return presentDeliveryDetail(...(await this.deliveries.get(by, id)));
  }

  @Post(':id/resend')
  @Requires('integration.write')
  @Returns(WebhookDeliveryView, {
    status: 202,
    summary: 'Send a delivery again, now',
    description: 'A success ends the schedule of retries; a failure leaves it as it is.',
    problems: ['not_found', 'endpoint_disabled'],
  })
  async resend(@By() by: Principal, @Id() id: number): Promise<WebhookDeliveryView> {
    return presentDelivery(await this.deliveries.resend(by, id));
  }
}
