import { PermissionCatalogue } from '@billhook/contract/identity/me';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Authenticated } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { presentCatalogue } from './permission-catalogue.presenter.js';

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
