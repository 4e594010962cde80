import { MePermissionsView } from '@billhook/contract/me';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Authenticated } from '../access/requires.decorator.js';
import { Returns } from '../http/returns.decorator.js';
import { presentMePermissions } from './me-permissions.presenter.js';

@ApiTags('Me')
@Controller('v1/me')
export class PermissionsController {
  @Get('permissions')
  @Authenticated()
  @Returns(MePermissionsView, {
    summary: 'What this key may do',
    description: 'Needs no permission. Tells what was granted, what of it works now, and why the rest does not.',
  })
  get(@By() by: Principal): MePermissionsView {
    return presentMePermissions(by);
  }
}
