import { ClientPageLinkView, OpenClientPageLink, OpenedClientPageLink } from '@billhook/contract/invoicing/client-page';
import { Body, Controller, Delete, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { MayRequire, recordPaths, Requires, Returns } from '../../request/routes/route.decorator.js';
import { Id, Target, type RecordTarget } from '../../request/routes/target.param.js';
import { NoDryRun } from '../../request/writes/no-dry-run.decorator.js';
import { ClientLinksService } from './client-links.service.js';

/** Who has the link can read and answer all documents of the client, so it needs the permissions for their links. */
const WRITES = ['invoice.write', {}, { also: 'quote.write' }] as const;

const ALSO = 'It requires `quote.write` as well.';

/** The link to the page with all documents of a client. */
@ApiTags('Clients')
@Controller(recordPaths('clients'))
export class ClientsActionsController {
  constructor(private readonly links: ClientLinksService) {}

  @Get(':id/page-link')
  @Requires('client.read')
  @Returns(ClientPageLinkView, {
    summary: 'Get the state of the link to all documents of a client',
    description: 'Without its address, which `POST` returns.',
    problems: ['not_found'],
  })
  pageLink(@By() by: Principal, @Id() id: number): Promise<ClientPageLinkView> {
    return this.links.get(by, id);
  }

  @Post(':id/page-link')
  @Requires(...WRITES)
  @MayRequire(ALSO)
  @NoDryRun('A dry run would return the link without an entry in the timeline.')
  @Header('Cache-Control', 'no-store')
  @Returns(OpenedClientPageLink, {
    summary: 'Get the link to all documents of a client',
    description:
      'Returns the active link to a page that lists all issued documents of the client, each with its own page, and what is due in each currency. Creates the link if there is none or if it has expired, and another one with `replace`. A revoked link stays revoked: without `replace`, the request is rejected with `page_link_revoked`. Each new link has another address, and an earlier one never works again. The page shows documents without links as well, and revoking the links of a document does not hide it there. The timeline of the client records every read. Emits no event.',
    problems: ['not_found', 'invalid_body', 'page_link_revoked', 'version_mismatch'],
  })
  openPageLink(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: OpenClientPageLink }) body: OpenClientPageLink,
  ): Promise<OpenedClientPageLink> {
    return this.links.open(by, target, body);
  }

  @Delete(':id/page-link')
  @Requires(...WRITES)
  @MayRequire(ALSO)
  @Returns(ClientPageLinkView, {
    summary: 'Revoke the link to all documents of a client',
    description:
      'No email creates another link afterwards, even if the company links to the pages of its clients. Emits no event.',
    problems: ['not_found', 'version_mismatch'],
  })
  closePageLink(@By() by: Principal, @Target() target: RecordTarget): Promise<ClientPageLinkView> {
    return this.links.close(by, target);
  }
}
