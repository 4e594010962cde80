import type { BatchResult } from '@billhook/contract/batch';
import { ClientBatch, ClientBatchResult, CreateClient, type ClientView } from '@billhook/contract/client';
import { presentClient } from '@billhook/records/clients/client.presenter';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Batches } from '../http/batches.js';
import { Returns } from '../http/returns.decorator.js';
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
