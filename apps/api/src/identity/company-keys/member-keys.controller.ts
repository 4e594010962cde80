import { CreateApiKey, CreatedApiKey } from '@billhook/contract/identity/api-key';
import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { KeyIssuingService } from '../keys/key-issuing.service.js';

@ApiTags('Settings')
@Controller('app/members')
export class MemberKeysController {
  constructor(private readonly issuing: KeyIssuingService) {}

  @Post(':id/api-keys')
  @Requires('api_key.manage')
  @Header('Cache-Control', 'no-store')
  @Returns(CreatedApiKey, {
    status: 201,
    summary: 'Create an API key of a service member',
    description:
      'Needs api_key.create as well. The key can have only permissions that you and the service member both have. The response contains the secret, which is shown only once.',
    problems: [
      ...(['invalid_body', 'plan_required', 'step_up_required', 'permission_missing', 'creator_inactive'] as const),
      ...(['not_found', 'member_not_service', 'member_removed'] as const),
    ],
  })
  create(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: CreateApiKey }) body: CreateApiKey,
  ): Promise<CreatedApiKey> {
    return this.issuing.createForService(by, id, body);
  }
}
