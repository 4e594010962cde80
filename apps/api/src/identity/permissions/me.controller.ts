import {
  CheckPermissions,
  MePermissionsView,
  MeView,
  PermissionCheckView,
  PermissionCatalogue,
} from '@billhook/contract/identity/me';
import { ENV, type Env } from '@billhook/platform/env';
import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, ByBearer, type BearerCaller, type Principal } from '../../request/principal.js';
import { Authenticated, Returns } from '../../request/routes/route.decorator.js';
import { KeysService } from '../keys/keys.service.js';
import { presentMe, presentMePermissions, presentCatalogue } from './me.presenter.js';
import { PermissionsService } from './permissions.service.js';

@ApiTags('Me')
@Controller('v1/me')
export class MeController {
  constructor(
    private readonly keys: KeysService,
    private readonly permissionCheck: PermissionsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  @Authenticated({ evenSuspended: true })
  @Returns(MeView, {
    summary: 'Get the calling API key or application',
    description: 'Returns the key or the application, the member behind it, their company and its plan.',
  })
  async get(@ByBearer() by: BearerCaller): Promise<MeView> {
    if (by.kind === 'app') return presentMe(by, await this.permissionCheck.memberOf(by), null);
    const { creator, createdAt } = await this.keys.get(by, 'own', by.key.id);
    return presentMe(by, { ...creator, status: by.creatorActive ? 'Active' : 'Deactivated' }, createdAt);
  }

  @Get('permissions')
  @Authenticated({ evenSuspended: true })
  @Returns(MePermissionsView, {
    summary: 'Get the permissions of the calling API key or application',
    description: 'Returns the permissions that were granted, those that work now, and why the others do not.',
  })
  permissions(@ByBearer() by: BearerCaller): MePermissionsView {
    return presentMePermissions(by, this.env.PUBLIC_URL);
  }

  @Post('permissions/check')
  @Authenticated({ evenSuspended: true })
  @Returns(PermissionCheckView, {
    summary: 'Check permissions without making the calls',
    description:
      'For example before a deployment or before an assistant starts. Send 1 to 100 planned calls, permissions or both. Each result contains what the 403 of the real call would contain, or states that the path or method does not exist. Whether a record exists and whether its state allows the call are not checked; of the query, only `expand` is.',
    problems: ['invalid_body'],
  })
  check(@ByBearer() by: BearerCaller, @Body({ schema: CheckPermissions }) body: CheckPermissions): PermissionCheckView {
    return this.permissionCheck.check(by, body);
  }
}

@ApiTags('Settings')
@Controller('app/permissions')
export class PermissionCatalogueController {
  @Get()
  @Authenticated()
  @Returns(PermissionCatalogue, { summary: 'List all permissions and which of them you have' })
  list(@By() by: Principal): PermissionCatalogue {
    return presentCatalogue(by);
  }
}
