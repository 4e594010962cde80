import { ProveSecondFactor, RecoveryCodes, SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Returns, ReturnsNothing } from '../../request/routes/route.decorator.js';
import { SecondFactorService } from './second-factor.service.js';

const OF_CODES = ['invalid_body', 'second_factor_wrong', 'step_up_required', 'too_many_attempts'] as const;

/** The authenticator app (RFC 6238). All routes require a password confirmed within the last 10 minutes. */
@ApiTags('Settings')
@Controller('app/account/second-factor')
export class SecondFactorController {
  constructor(private readonly factors: SecondFactorService) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @Authenticated()
  @Returns(SecondFactorSetup, {
    status: 201,
    summary: 'Start setting up two-factor authentication',
    problems: ['step_up_required', 'second_factor_set'],
  })
  begin(@ByMember() by: SignedInMember): Promise<SecondFactorSetup> {
    return this.factors.begin(by);
  }

  @Post('confirm')
  @Header('Cache-Control', 'no-store')
  @Authenticated()
  @Returns(RecoveryCodes, {
    summary: 'Switch on two-factor authentication with a first code from the app',
    problems: [...OF_CODES, 'second_factor_set', 'second_factor_not_set'],
  })
  confirm(
    @ByMember() by: SignedInMember,
    @Body({ schema: ProveSecondFactor }) body: ProveSecondFactor,
  ): Promise<RecoveryCodes> {
    return this.factors.confirm(by, body.code);
  }

  @Post('disable')
  @Authenticated()
  @ReturnsNothing({ summary: 'Switch off two-factor authentication', problems: [...OF_CODES, 'second_factor_not_set'] })
  async disable(
    @ByMember() by: SignedInMember,
    @Body({ schema: ProveSecondFactor }) body: ProveSecondFactor,
  ): Promise<void> {
    await this.factors.disable(by, body.code);
  }

  @Post('recovery-codes')
  @Header('Cache-Control', 'no-store')
  @Authenticated()
  @Returns(RecoveryCodes, {
    summary: 'Replace the recovery codes',
    problems: [...OF_CODES, 'second_factor_not_set'],
  })
  renew(
    @ByMember() by: SignedInMember,
    @Body({ schema: ProveSecondFactor }) body: ProveSecondFactor,
  ): Promise<RecoveryCodes> {
    return this.factors.renewCodes(by, body.code);
  }
}
