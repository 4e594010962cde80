import type { BatchResult } from '@billhook/contract/shared/batch';
import { ClientBatch, ClientBatchResult, CreateClient, type ClientView } from '@billhook/contract/invoicing/client';
import { presentClient } from '@billhook/invoicing/clients/client.presenter';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Batches } from '../../request/writes/batches.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { ClientsService } from './clients.service.js';

@ApiTags('Clients')
@Controller('v1/clients')
export class ClientsBatchController {
  constructor(
    private readonly clients: ClientsService,
    private readonly batches: Batches,
  ) {}

  @Post('batch')
  @Requires('client.write')
  @Returns(ClientBatchResult, {
    status: 207,
    summary: 'Create up to 100 clients',
    description: 'Each item is a body of `POST /v1/clients` and has its own status in the response.',
    problems: ['invalid_body'],
  })
  create(@By() by: Principal, @Body({ schema: ClientBatch }) body: ClientBatch): Promise<BatchResult<ClientView>> {
    return this.batches.run(by, body, {
      path: '/v1/clients/batch',
      schema: CreateClient,
      reserve: (tx, externalIds) => this.clients.reserve(tx, by, externalIds),
      create: async (item) => presentClient(await this.clients.create(by, item)),
    });
  }
}
