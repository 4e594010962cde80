import { ClientList, ClientView, CreateClient, ListClients, UpdateClient } from '@billhook/contract/invoicing/client';
import { UPDATED_SINCE_HINT, type RecordListOf } from '@billhook/contract/shared/list-query';
import { TimelineView } from '@billhook/contract/invoicing/timeline';
import { presentClient } from '@billhook/invoicing/clients/client.presenter';
import type { Window } from '@billhook/db/lists/list-records';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Paging } from '../../request/paging/paging.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { Returns, ReturnsNothing } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { ClientsService } from './clients.service.js';

@ApiTags('Clients')
@Controller(recordPaths('clients'))
export class ClientsController {
  constructor(
    private readonly clients: ClientsService,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Requires('client.read')
  @Returns(ClientList, {
    summary: 'List clients, newest first',
    description: UPDATED_SINCE_HINT,
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  async list(
    @By() by: Principal,
    @Query({ schema: ListClients }) query: ListClients,
  ): Promise<RecordListOf<ClientView>> {
    const read = (window: Window) => this.clients.list(by, query, window);
    return this.paging.records('clients', by.company.id, query, read, presentClient);
  }

  @Post()
  @Requires('client.write')
  @Returns(ClientView, {
    status: 201,
    at: 'clients',
    summary: 'Create a client',
    problems: ['invalid_body', 'external_id_taken'],
  })
  async create(@By() by: Principal, @Body({ schema: CreateClient }) body: CreateClient): Promise<ClientView> {
    return presentClient(await this.clients.create(by, body));
  }

  @Get(':id')
  @Requires('client.read')
  @Returns(ClientView, { summary: 'Get a client', problems: ['not_found'] })
  async get(@By() by: Principal, @Id() id: number): Promise<ClientView> {
    return presentClient(await this.clients.get(by, id));
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
    return presentClient(await this.clients.update(by, target, body));
  }

  @Delete(':id')
  @Requires('client.write')
  @ReturnsNothing({
    summary: 'Delete a client',
    description: 'A client that documents refer to is archived instead, which emits `client.updated`.',
    problems: ['not_found', 'version_mismatch'],
  })
  delete(@By() by: Principal, @Target() target: RecordTarget): Promise<void> {
    return this.clients.delete(by, target);
  }

  @Get(':id/timeline')
  @Requires('client.read')
  @Returns(TimelineView, { summary: 'Get the timeline of a client', problems: ['not_found'] })
  timeline(@By() by: Principal, @Id() id: number): Promise<TimelineView> {
    return this.clients.timeline(by, id);
  }
}
