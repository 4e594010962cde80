import { DiagnoseWebhookRequest, WebhookDiagnosisView } from '@billhook/contract/webhooks/diagnosis';
import { VERIFICATION_MISTAKES } from '@billhook/domain/webhooks/verification-mistakes';
import type { Diagnosis } from '@billhook/webhooks/verification/signature-diagnosis.rules';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { MayRequire, Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { WebhookDiagnosisService } from './diagnosis.service.js';
import { OF_SECRET } from './readable-types.rules.js';

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
