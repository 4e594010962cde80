import { EndPreviousSecrets, WebhookSecretUseView } from '@billhook/contract/webhooks/endpoint-secret';
import { WebhookEndpointPresenter } from '@billhook/webhooks/endpoints/endpoint.presenter';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { MayRequire, Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { WebhookSecretsService } from './endpoint-secrets.service.js';
import { OF_SECRET } from './readable-types.rules.js';

/** The signing secrets of an endpoint, without the secrets themselves. */
@ApiTags('Webhooks')
@Controller(['v1/webhook-endpoints', 'portal/api/webhook-endpoints'])
export class WebhookSecretsController {
  constructor(
    private readonly secrets: WebhookSecretsService,
    private readonly presenter: WebhookEndpointPresenter,
  ) {}

  @Get(':id/secrets')
  @Requires('integration.write')
  @Returns(WebhookSecretUseView, {
    summary: 'List the active signing secrets',
    description:
      'Without the secrets themselves: when each was created and expires, and how many recent deliveries it verifies. Before you end a previous secret, check that the receiver uses the current one.',
    problems: ['not_found'],
  })
  async list(@By() by: Principal, @Id() id: number): Promise<WebhookSecretUseView> {
    return this.presenter.presentSecretUse(...(await this.secrets.use(by, id)));
  }

  @Post(':id/end-previous-secrets')
  @MayRequire(OF_SECRET)
  @Requires('integration.write')
  @Returns(WebhookSecretUseView, {
    summary: 'End previous signing secrets',
    description:
      'Ends the overlap of a rotation early: from the next attempt on, messages have no signature of the previous secrets. Use it as soon as the receiver has the current secret, or if a previous one has leaked. Nothing changes if there is none.',
    problems: ['not_found', 'invalid_body', 'version_mismatch', 'secret_of_another_owner'],
  })
  async endPrevious(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: EndPreviousSecrets }) body: EndPreviousSecrets,
  ): Promise<WebhookSecretUseView> {
    await this.secrets.endPrevious(by, target, body);
    return this.presenter.presentSecretUse(...(await this.secrets.use(by, target.id)));
  }
}
