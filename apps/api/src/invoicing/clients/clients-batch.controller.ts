import { CreateClient, ClientBatch, ClientBatchResult } from '@billhook/contract/invoicing/client';
import { presentClient } from '@billhook/invoicing/clients/client.presenter';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { batchController } from '../records/batch.controller.js';
import { ClientsService } from './clients.service.js';

@ApiTags('Clients')
@Controller('v1/clients')
export class ClientsBatchController extends batchController({
  name: 'clients',
  write: 'client.write',
  service: ClientsService,
  present: presentClient,
  schemas: { batch: ClientBatch, item: CreateClient, result: ClientBatchResult },
  summary: 'Create up to 100 clients',
  description: 'Each item is a body of `POST /v1/clients` and has its own status in the response.',
}) {}
