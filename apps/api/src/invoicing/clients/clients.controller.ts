import {
  ClientList,
  ClientView,
  CreateClient,
  ListClients,
  UpdateClient,
  ClientBatch,
  ClientBatchDelete,
  ClientBatchResult,
  ClientBatchUpdate,
  ClientBatchUpdateItem,
  ClientBatchUpdateResult,
} from '@billhook/contract/invoicing/client';
import { presentClient } from '@billhook/invoicing/clients/client.presenter';
import { Body, Controller, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires, recordPaths, Returns, RouteOrder } from '../../request/routes/route.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { batchController } from '../records/batch.controller.js';
import { deletableRecordController } from '../records/record.controller.js';
import { ClientsService } from './clients.service.js';

@ApiTags('Clients')
@Controller(recordPaths('clients'))
@RouteOrder('list', 'export', 'create', 'get', 'update', 'delete', 'timeline')
export class ClientsController extends deletableRecordController({
  name: 'clients',
  read: 'client.read',
  write: 'client.write',
  service: ClientsService,
  present: presentClient,
  schemas: { listQuery: ListClients, list: ClientList, view: ClientView },
  summaries: {
    list: 'List clients, newest first',
    export: 'Export clients as CSV',
    get: 'Get a client',
    timeline: 'Get the timeline of a client',
  },
  delete: {
    summary: 'Delete a client',
    description: 'A client that documents refer to is archived instead, which emits `client.updated`.',
    problems: ['not_found', 'version_mismatch'],
  },
}) {
  @Post()
  @Requires('client.write')
  @Returns(ClientView, {
    status: 201,
    at: 'clients',
    summary: 'Create a client',
    problems: ['invalid_body', 'external_id_taken'],
  })
  async create(@By() by: Principal, @Body({ schema: CreateClient }) body: CreateClient): Promise<ClientView> {
    return presentClient(await this.records.create(by, body));
  }

  @Patch(':id')
  @Requires('client.write')
  @Returns(ClientView, {
    summary: 'Edit a client',
    description:
      'Members that you leave out stay unchanged; null clears a member. Issued documents keep the client details they were issued with.',
    problems: ['not_found', 'invalid_body', 'external_id_taken', 'version_mismatch'],
  })
  async update(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: UpdateClient }) body: UpdateClient,
  ): Promise<ClientView> {
    return presentClient(await this.records.update(by, target, body));
  }
}

@ApiTags('Clients')
@Controller('v1/clients')
export class ClientsBatchController extends batchController({
  name: 'clients',
  write: 'client.write',
  service: ClientsService,
  present: presentClient,
  schemas: {
    create: ClientBatch,
    createItem: CreateClient,
    createResult: ClientBatchResult,
    update: ClientBatchUpdate,
    updateItem: ClientBatchUpdateItem,
    updateResult: ClientBatchUpdateResult,
    delete: ClientBatchDelete,
  },
  descriptions: {
    create: 'Each item is a body of `POST /v1/clients` and has its own status in the response.',
    update:
      '`changes` of each item is a body of `PATCH /v1/clients/{id}`. Each item has its own status in the response.',
    delete:
      'Each item has its own status in the response. A client that documents refer to is archived instead, as with `DELETE /v1/clients/{id}`.',
  },
}) {}
