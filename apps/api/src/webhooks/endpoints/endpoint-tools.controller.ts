import { CertifyWebhookEndpoint, WebhookCertificationView } from '@billhook/contract/webhooks/certification';
import { DiagnoseWebhookRequest, WebhookDiagnosisView } from '@billhook/contract/webhooks/diagnosis';
import {
  PREVIEW_LIMITS,
  PreviewWebhookEndpoint,
  WebhookPreviewView,
} from '@billhook/contract/webhooks/endpoint-preview';
import { EndPreviousSecrets, WebhookSecretUseView } from '@billhook/contract/webhooks/endpoint-secret';
import { WebhookProgress } from '@billhook/contract/webhooks/progress';
import { VERIFICATION_MISTAKES } from '@billhook/domain/webhooks/verification-mistakes';
import { WebhookEndpointPresenter } from '@billhook/webhooks/endpoints/endpoint.presenter';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import type { Diagnosis } from '@billhook/webhooks/verification/signature-diagnosis.rules';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal, ByMember, type SignedInMember } from '../../request/principal.js';
import { MayRequire, Requires, Returns } from '../../request/routes/route.decorator.js';
import { Id, Target, type RecordTarget } from '../../request/routes/target.param.js';
import { NoDryRun } from '../../request/writes/no-dry-run.decorator.js';
import { WebhookCertificationService } from './certification.service.js';
import { WebhookDiagnosisService } from './diagnosis.service.js';
import { WebhookPreviewService } from './endpoint-preview.service.js';
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

@ApiTags('Webhooks')
@Controller(['v1/webhook-endpoints', 'portal/api/webhook-endpoints'])
export class WebhookDiagnosisController {
  constructor(private readonly diagnosis: WebhookDiagnosisService) {}

  @Post(':id/diagnose')
  @MayRequire(OF_SECRET)
  @Requires('integration.write', {}, { loggedWithoutBodies: true })
  @Returns(WebhookDiagnosisView, {
    summary: 'Find out why a receiver rejects a request',
    description:
      'Send the request as the receiver read it, and the signature that the receiver computed. The response names the mistakes and proves them by computing the same signature. It contains no secret and no signature, and neither the request nor the response is stored.',
    problems: ['not_found', 'invalid_body', 'secret_of_another_owner'],
  })
  async diagnose(
    @By() by: Principal,
    @Id() id: number,
    @Body({ schema: DiagnoseWebhookRequest }) body: DiagnoseWebhookRequest,
  ): Promise<WebhookDiagnosisView> {
    return present(await this.diagnosis.diagnose(by, id, body));
  }
}

function present({ isGenuine, isReproduced, mistakes }: Diagnosis): WebhookDiagnosisView {
  return {
    genuine: isGenuine,
    reproduced: isReproduced,
    mistakes: mistakes.map(({ code, evidence, detail }) => {
      const { problem, advice } = VERIFICATION_MISTAKES[code];
      return { code, evidence, detail, message: problem.en, advice: advice.en };
    }),
  };
}

/** Only in the portal: the write of a key may be part of a transaction, which must not wait for a receiver. A key uses the command line. */
@ApiTags('Webhooks')
@Controller('portal/api/webhook-endpoints')
export class WebhookCertificationController {
  constructor(private readonly certification: WebhookCertificationService) {}

  @Post(':id/certify')
  @MayRequire(OF_SECRET)
  @Requires('integration.write')
  @NoDryRun('A case of a certification is always sent.')
  @Returns(WebhookCertificationView, {
    summary: 'Play a case of a certification',
    problems: [
      ...(['not_found', 'invalid_body', 'endpoint_disabled', 'webhooks_unavailable', 'rate_limited'] as const),
      ...(['secret_of_another_owner', 'action_not_allowed'] as const),
    ],
  })
  async certify(
    @By() by: Principal,
    @Id() id: number,
    @Body({ schema: CertifyWebhookEndpoint }) { case: name }: CertifyWebhookEndpoint,
  ): Promise<WebhookCertificationView> {
    const { responses, ...result } = await this.certification.certify(by, id, name);
    return { case: name, ...result, responses: [...responses] };
  }
}

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
