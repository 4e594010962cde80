import { CheckPermissions, MePermissionsView, MeView, PermissionCheckView } from '@billhook/contract/identity/me';
import type { Env } from '@billhook/platform/env';
import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByKey, type CallingKey } from '../../request/principal.js';
import { Authenticated } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { KeysService } from '../keys/keys.service.js';
import { ENV } from '@billhook/platform/tokens';
import { presentMe, presentMePermissions } from './me.presenter.js';
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
    summary: 'Whose key this is',
    description: 'The key, the member who created it, their company and its plan. Needs no permission.',
  })
  async get(@ByKey() by: CallingKey): Promise<MeView> {
    return presentMe(by, await this.keys.get(by, 'own', by.key.id));
  }

  @Get('permissions')
  @Authenticated({ evenSuspended: true })
  @Returns(MePermissionsView, {
    summary: 'What this key may do',
    description: 'Needs no permission. Tells what was granted, what of it works now, and why the rest does not.',
  })
  permissions(@ByKey() by: CallingKey): MePermissionsView {
    return presentMePermissions(by, this.env.PUBLIC_URL);
  }

  @Post('permissions/check')
  @Authenticated({ evenSuspended: true })
  @Returns(PermissionCheckView, {
    summary: 'Check what this key may do, without doing it',
    description:
      'For a pipeline before a deployment, or an agent before a plan: takes the calls that are to be made, permissions, or both, 1 to 100 together. Each is answered with what the 403 of the real call would say; a path or a method that there is not is told as such. Whether a record exists, or its state allows the call, is not looked at, and neither is the query, but for what the route can be asked to `expand`. Needs no permission and changes nothing.',
    problems: ['invalid_body'],
  })
  check(@ByKey() by: CallingKey, @Body({ schema: CheckPermissions }) body: CheckPermissions): PermissionCheckView {
    return this.permissionCheck.check(by, body);
  }
}
