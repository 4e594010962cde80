import { KeyPolicy } from '@billhook/contract/identity/key';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, ByMember, type Principal, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Requires, Returns } from '../../request/routes/route.decorator.js';
import { KeyPolicyService } from './key-policy.service.js';

@ApiTags('Settings')
@Controller('app/company/key-policy')
export class KeyPolicyController {
  constructor(private readonly policies: KeyPolicyService) {}

  /** Open to every member: it applies to each key they create. */
  @Get()
  @Authenticated()
  @Returns(KeyPolicy, { summary: 'Get the API key policy of the company' })
  get(@By() by: Principal): Promise<KeyPolicy> {
    return this.policies.get(by.company.id);
  }

  @Put()
  @Requires('api_key.manage')
  @Returns(KeyPolicy, {
    summary: 'Set the API key policy of the company',
    description:
      'Applies to keys that are created, rotated or changed from now on. Existing keys keep working. A less strict policy needs a password confirmed within the last 10 minutes.',
    problems: ['invalid_body', 'permission_missing', 'step_up_required'],
  })
  set(@ByMember() by: SignedInMember, @Body({ schema: KeyPolicy }) body: KeyPolicy): Promise<KeyPolicy> {
    return this.policies.set(by, body);
  }
}
