import { ChainEntryList, ListChainEntries, type ChainEntryView } from '@billhook/contract/invoicing/chain-entry';
import { CheckpointList, CheckpointView, ListCheckpoints } from '@billhook/contract/invoicing/checkpoint';
import type { ListOf } from '@billhook/contract/shared/page';
import type { Window } from '@billhook/db/lists/list-records';
import { ChainEntriesRepository, presentChainEntry } from '@billhook/invoicing/document-chain/chain-entries.repository';
import { presentCheckpoint } from '@billhook/invoicing/document-chain/checkpoint.presenter';
import { CheckpointsRepository } from '@billhook/invoicing/document-chain/checkpoints.repository';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PagingService } from '../../request/paging/paging.service.js';
import { By, type Principal } from '../../request/principal.js';
import { Requires, Returns } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';

@ApiTags('Document chain')
@Controller('v1/checkpoints')
export class CheckpointsController {
  constructor(
    private readonly checkpoints: CheckpointsRepository,
    private readonly paging: PagingService,
  ) {}

  @Get()
  @Requires('event.read')
  @Returns(CheckpointList, {
    summary: 'List checkpoints, newest first',
    description:
      'A checkpoint is the head of the document chain, signed once a day if the chain has new entries. Store checkpoints outside the installation to detect later changes to earlier entries. [Checkpoints](/docs/document-chain/#checkpoints)',
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  async list(
    @By() by: Principal,
    @Query({ schema: ListCheckpoints }) query: ListCheckpoints,
  ): Promise<ListOf<CheckpointView>> {
    const read = (window: Window) => this.checkpoints.list(by.company.id, window);
    return this.paging.page('checkpoints', by.company.id, query, read, presentCheckpoint);
  }

  @Get(':id')
  @Requires('event.read')
  @Returns(CheckpointView, { summary: 'Get a checkpoint', problems: ['not_found'] })
  async get(@By() by: Principal, @Id() id: number): Promise<CheckpointView> {
    return presentCheckpoint(await this.checkpoints.find(by.company.id, id));
  }
}

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
