import { ConsentView, DecideConsent, DecidedConsent } from '@billhook/contract/identity/oauth/consent';
import { Body, Controller, Get, Header, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Returns } from '../../request/routes/route.decorator.js';
import { ConsentService } from './consent.service.js';

const DECISION_PROBLEMS = [
  ...(['invalid_body', 'step_up_required', 'plan_required', 'application_not_allowed'] as const),
  ...(['nothing_to_grant', 'not_found'] as const),
];

@ApiTags('Settings')
@Controller('app/oauth')
export class ConsentController {
  constructor(private readonly consent: ConsentService) {}

  @Get('interactions/:uid')
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  @Returns(ConsentView, {
    summary: 'Get the request of an application for access',
    description: 'Only in the browser in which the application began its request.',
    problems: ['authorization_request_expired'],
  })
  show(
    @ByMember() by: SignedInMember,
    @Param('uid') uid: string,
    @Req() request: FastifyRequest,
  ): Promise<ConsentView> {
    return this.consent.show(by, { uid, cookies: request.cookies });
  }

  @Post('interactions/:uid')
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  @Returns(DecidedConsent, {
    summary: 'Allow or deny an application access',
    description: 'Allowing requires a password that was confirmed within the last 10 minutes.',
    problems: ['authorization_request_expired', ...DECISION_PROBLEMS],
  })
  decide(
    @ByMember() by: SignedInMember,
    @Param('uid') uid: string,
    @Req() request: FastifyRequest,
    @Body({ schema: DecideConsent }) body: DecideConsent,
  ): Promise<DecidedConsent> {
    return this.consent.decide(by, { uid, cookies: request.cookies }, body);
  }

  @Get('devices/:userCode')
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  @Returns(ConsentView, {
    summary: 'Get the request of a device for access',
    description: 'By the code that the device shows. Upper and lower case and the hyphen do not matter.',
    problems: ['device_code_unknown', 'too_many_attempts'],
  })
  showDevice(@ByMember() by: SignedInMember, @Param('userCode') userCode: string): Promise<ConsentView> {
    return this.consent.show(by, { userCode });
  }

  @Post('devices/:userCode')
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  @Returns(DecidedConsent, {
    summary: 'Allow or deny a device access',
    description: 'Allowing requires a password that was confirmed within the last 10 minutes.',
    problems: ['device_code_unknown', 'too_many_attempts', ...DECISION_PROBLEMS],
  })
  decideDevice(
    @ByMember() by: SignedInMember,
    @Param('userCode') userCode: string,
    @Body({ schema: DecideConsent }) body: DecideConsent,
  ): Promise<DecidedConsent> {
    return this.consent.decide(by, { userCode }, body);
  }
}
