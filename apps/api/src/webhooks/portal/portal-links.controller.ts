import { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type MemberPrincipal, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { PortalService } from './portal.service.js';

@ApiTags('Settings')
@Controller('app/webhook-portal-links')
export class PortalLinksController {
  constructor(private readonly portal: PortalService) {}

  @Post()
  @Requires('integration.write')
  @Header('Cache-Control', 'no-store')
  @Returns(PortalLinkView, {
    status: 201,
    summary: 'Create a single-use link to the webhook portal',
    description: 'The link works once, within 15 minutes.',
    problems: ['permission_missing', 'webhooks_unavailable'],
  })
  create(@ByMember() by: MemberPrincipal & Principal): Promise<PortalLinkView> {
    return this.portal.createLink(by);
  }
}
