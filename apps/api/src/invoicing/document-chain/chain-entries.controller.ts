import { ChainEntryList, ListChainEntries, type ChainEntryView } from '@billhook/contract/invoicing/chain-entry';
import type { ListOf } from '@billhook/contract/shared/common';
import type { Window } from '@billhook/db/lists/list-records';
import { ChainEntriesRepository, presentChainEntry } from '@billhook/invoicing/document-chain/chain-entries.repository';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PagingService } from '../../request/paging/paging.service.js';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';

@ApiTags('Document chain')
@Controller('v1/chain-entries')
export class ChainEntriesController {
  constructor(
    private readonly entries: ChainEntriesRepository,
    private readonly paging: PagingService,
  ) {}

  @Get()
  @Requires('invoice.read')
  @Returns(ChainEntryList, {
    summary: 'List the entries of the document chain, newest first',
    description:
      'An entry for every version of an issued invoice, a credit note or a payment, for every stored PDF, and for every deletion. An entry appears within a few seconds of the change. [Verify a chain](/docs/document-chain/#verify-a-chain)',
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  async list(
    @By() by: Principal,
    @Query({ schema: ListChainEntries }) query: ListChainEntries,
  ): Promise<ListOf<ChainEntryView>> {
    const read = (window: Window) => this.entries.list(by.company.id, window);
    return this.paging.page('chain-entries', by.company.id, query, read, presentChainEntry);
  }
}
