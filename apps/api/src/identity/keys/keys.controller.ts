import {
  ApiKeyList,
  ApiKeyView,
  CreateApiKey,
  CreatedApiKey,
  ListApiKeys,
  RevokeApiKey,
  RotateApiKey,
  TestApiKey,
  TestedApiKey,
  UpdateApiKey,
} from '@billhook/contract/identity/key';
import { Body, Controller, Get, Header, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, ByMember, type CompanyPrincipal, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Requires, Returns } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { KeyCreationService } from './key-creation.service.js';
import { KeyRevocationService } from './key-revocation.service.js';
import { KeyVerificationService } from './key-verification.service.js';
import { KeysService } from './keys.service.js';

@ApiTags('Settings')
@Controller('app/api-keys')
export class KeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly creation: KeyCreationService,
    private readonly revocation: KeyRevocationService,
    private readonly verification: KeyVerificationService,
  ) {}

  @Get()
  @Authenticated()
  @Returns(ApiKeyList, {
    summary: 'List your API keys, including revoked and expired ones',
    problems: ['invalid_query'],
  })
  list(@By() by: CompanyPrincipal, @Query({ schema: ListApiKeys }) query: ListApiKeys): Promise<ApiKeyList> {
    return this.keys.list(by, 'own', query);
  }

  @Post()
  @Requires('api_key.create')
  @Header('Cache-Control', 'no-store')
  @Returns(CreatedApiKey, {
    status: 201,
    summary: 'Create an API key',
    description:
      'The response contains the secret, which is shown only once. Requires a paid plan and a password confirmed within the last 10 minutes.',
    problems: ['invalid_body', 'plan_required', 'step_up_required', 'permission_missing'],
  })
  create(@ByMember() by: SignedInMember, @Body({ schema: CreateApiKey }) body: CreateApiKey): Promise<CreatedApiKey> {
    return this.creation.create(by, body);
  }

  @Post('test')
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  @Returns(TestedApiKey, {
    summary: 'Test an API key',
    description:
      'Returns what a request with the key from this address would get. A test does not count as a use of the key, so it does not start the grace period of a predecessor.',
    problems: ['invalid_body'],
  })
  test(@ByMember() by: SignedInMember, @Body({ schema: TestApiKey }) { secret }: TestApiKey): Promise<TestedApiKey> {
    return this.verification.test(by, secret);
  }

  @Get(':id')
  @Authenticated()
  @Returns(ApiKeyView, { summary: 'Get one of your API keys', problems: ['not_found'] })
  get(@By() by: CompanyPrincipal, @Id() id: number): Promise<ApiKeyView> {
    return this.keys.get(by, 'own', id);
  }

  @Patch(':id')
  @Authenticated()
  @Returns(ApiKeyView, {
    summary: 'Change the name or the networks of one of your API keys',
    description: 'Allowing more networks requires a password that was confirmed within the last 10 minutes.',
    problems: ['invalid_body', 'not_found', 'key_ended', 'step_up_required'],
  })
  change(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: UpdateApiKey }) body: UpdateApiKey,
  ): Promise<ApiKeyView> {
    return this.keys.change(by, 'own', id, body);
  }

  @Post(':id/rotate')
  @Requires('api_key.create')
  @Header('Cache-Control', 'no-store')
  @Returns(CreatedApiKey, {
    status: 201,
    summary: 'Rotate one of your API keys',
    description:
      'Creates a successor with the same name, networks, rate limit and permissions (without those that you no longer have). The predecessor works until the grace period after the first use of the successor has passed. The response contains the new secret, which is shown only once.',
    problems: [
      ...(['invalid_body', 'plan_required', 'step_up_required', 'permission_missing'] as const),
      ...(['not_found', 'key_ended', 'key_already_rotated'] as const),
    ],
  })
  rotate(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: RotateApiKey }) body: RotateApiKey,
  ): Promise<CreatedApiKey> {
    return this.creation.rotate(by, 'own', id, body);
  }

  @Post(':id/revoke')
  @Authenticated()
  @Returns(ApiKeyView, { summary: 'Revoke one of your API keys, immediately and permanently', problems: ['not_found'] })
  revoke(
    @By() by: CompanyPrincipal,
    @Id() id: number,
    @Body({ schema: RevokeApiKey }) body: RevokeApiKey,
  ): Promise<ApiKeyView> {
    return this.revocation.revoke(by, 'own', id, body);
  }
}
