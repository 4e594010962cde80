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
} from '@billhook/contract/identity/api-key';
import { Body, Controller, Get, Header, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, ByMember, type CompanyPrincipal, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { KeysService } from './keys.service.js';
import { KeyIssuingService } from './key-issuing.service.js';
import { KeyRevocationService } from './key-revocation.service.js';
import { KeyVerificationService } from './key-verification.service.js';

@ApiTags('Settings')
@Controller('app/api-keys')
export class KeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly issuing: KeyIssuingService,
    private readonly revocation: KeyRevocationService,
    private readonly verification: KeyVerificationService,
  ) {}

  @Get()
  @Authenticated()
  @Returns(ApiKeyList, { summary: 'List my API keys, revoked and expired ones included', problems: ['invalid_query'] })
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
      'The answer holds the secret, once. Needs a paid plan and a password confirmed within the last 10 minutes.',
    problems: ['invalid_body', 'plan_required', 'step_up_required', 'permission_missing'],
  })
  create(@ByMember() by: SignedInMember, @Body({ schema: CreateApiKey }) body: CreateApiKey): Promise<CreatedApiKey> {
    return this.issuing.create(by, body);
  }

  @Post('test')
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  @Returns(TestedApiKey, {
    summary: 'Try a key that I was just shown',
    description:
      'Says what a request with it would meet, from this address. It is no use of the key: the one that it may replace lives on.',
    problems: ['invalid_body'],
  })
  test(@ByMember() by: SignedInMember, @Body({ schema: TestApiKey }) { secret }: TestApiKey): Promise<TestedApiKey> {
    return this.verification.test(by, secret);
  }

  @Get(':id')
  @Authenticated()
  @Returns(ApiKeyView, { summary: 'Get one of my API keys', problems: ['not_found'] })
  get(@By() by: CompanyPrincipal, @Id() id: number): Promise<ApiKeyView> {
    return this.keys.get(by, 'own', id);
  }

  @Patch(':id')
  @Authenticated()
  @Returns(ApiKeyView, {
    summary: 'Rename one of my API keys, or say where it is used from',
    description: 'Letting it be used from more networks needs a password confirmed within the last 10 minutes.',
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
    summary: 'Replace one of my API keys',
    description:
      'Makes a key of the same name, networks, rate limit and permissions (less those that you lost). The old one lives on until the new one is first used, and the grace after that. The answer holds the new secret, once.',
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
    return this.issuing.rotate(by, 'own', id, body);
  }

  @Post(':id/revoke')
  @Authenticated()
  @Returns(ApiKeyView, { summary: 'Revoke one of my API keys, at once and for good', problems: ['not_found'] })
  revoke(
    @By() by: CompanyPrincipal,
    @Id() id: number,
    @Body({ schema: RevokeApiKey }) body: RevokeApiKey,
  ): Promise<ApiKeyView> {
    return this.revocation.revoke(by, 'own', id, body);
  }
}
