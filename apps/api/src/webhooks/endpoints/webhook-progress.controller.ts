import { WebhookProgress } from '@billhook/contract/webhooks/progress';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';

/** For the checklist of a new company. */
@ApiTags('Settings')
@Controller('app/webhook-progress')
export class WebhookProgressController {
  constructor(private readonly endpoints: WebhookEndpointsRepository) {}

  @Get()
  @Requires('integration.write')
  @Returns(WebhookProgress, { summary: 'Get whether a webhook was delivered', problems: ['permission_missing'] })
  async get(@ByMember() { company }: SignedInMember): Promise<WebhookProgress> {
    return { hasDelivered: await this.endpoints.hasDelivered(company.id) };
  }
}
