import {
  PREVIEW_LIMITS,
  PreviewWebhookEndpoint,
  WebhookPreviewView,
} from '@billhook/contract/webhooks/endpoint-preview';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { MayRequire, Requires } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { WebhookPreviewService } from './endpoint-preview.service.js';

@ApiTags('Webhooks')
@Controller(['v1/webhook-endpoints', 'portal/api/webhook-endpoints'])
export class WebhookPreviewController {
  constructor(private readonly previews: WebhookPreviewService) {}

  @Post('preview')
  @MayRequire('It requires the permission to read the records of the event types as well.')
  @Requires('integration.write', {}, { loggedWithoutBodies: true })
  @Returns(WebhookPreviewView, {
    summary: 'Preview what an endpoint would have received',
    description: `Counts the events of the last ${PREVIEW_LIMITS.days} days that an endpoint with these event types and this filter would have received. Reads the newest ${PREVIEW_LIMITS.events.toLocaleString('en')} events of the company at most. Sends and stores nothing.`,
    problems: ['invalid_body'],
  })
  preview(
    @By() by: Principal,
    @Body({ schema: PreviewWebhookEndpoint }) body: PreviewWebhookEndpoint,
  ): Promise<WebhookPreviewView> {
    return this.previews.get(by, body);
  }
}
