import { isDeepStrictEqual } from 'node:util';
import type { CreateClient, ListClients, UpdateClient } from '@billhook/contract/invoicing/client';
import type { Target } from '@billhook/db/target';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import type { Client, ClientRow } from '@billhook/invoicing/clients/client.entity';
import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { newClient } from '@billhook/invoicing/clients/new-client';
import { changeOf } from '@billhook/invoicing/records/change';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { changeAuthorOf } from '../records/change-author-of.rules.js';
import { RecordService } from '../records/record.service.js';

@Injectable()
export class ClientsService extends RecordService<Client, ClientRow, ListClients> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clients: ClientsRepository,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {
    super(clients);
  }

  create(by: Principal, body: CreateClient): Promise<ClientRow> {
    const now = this.clock.now();
    return this.uow.run((tx) =>
      this.clients.insert(
        tx,
        newClient(by.company.id, body, now),
        changeOf('create', 'client.created', changeAuthorOf(by, now)),
      ),
    );
  }

  update(by: Principal, target: Target, body: UpdateClient): Promise<ClientRow> {
    return this.uow.run(async (tx) => {
      const client = await this.clients.lock(tx, by.company.id, target);
      if (isDeepStrictEqual({ ...client, ...body }, client)) return client;
      const change = changeOf('update', 'client.updated', changeAuthorOf(by, this.clock.now()));
      return this.clients.write(tx, client, body, change);
    });
  }

  /** Deletes a client that no document refers to; archives any other, because its documents need it. */
  delete(by: Principal, target: Target): Promise<void> {
    return this.uow.run(async (tx) => {
      const author = changeAuthorOf(by, this.clock.now());
      const client = await this.clients.lock(tx, by.company.id, target);
      if (!(await this.clients.inUse(tx, client.id))) {
        return this.clients.delete(tx, client, changeOf('delete', 'client.deleted', author));
      }
      if (client.status === 'Archived') return;
      await this.clients.write(tx, client, { status: 'Archived' }, changeOf('archive', 'client.updated', author));
    });
  }

  /**
   * The client of a document, locked against changes until the transaction ends.
   * @throws Problem 422 invalid_body when the client does not exist, 409 client_archived
   */
  async forDocument(tx: Tx, companyId: number, id: number): Promise<Client> {
    return usable(await this.forPayment(tx, companyId, id));
  }

  /** The client of a document that is locked. @throws Problem 409 client_archived */
  async ofDocument(tx: Tx, companyId: number, table: 'invoices' | 'quotes', documentId: number): Promise<Client> {
    return usable(await this.clients.keepOf(tx, companyId, table, documentId));
  }

  /** The client of a payment, which may be archived. @throws Problem 422 invalid_body when the client does not exist */
  async forPayment(tx: Tx, companyId: number, id: number, alone = false): Promise<Client> {
    return this.clients.keep(tx, companyId, id, alone).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
      throw invalidBody('/clientId', 'unknown_client', 'is not the id of a client of the company');
    });
  }

  /** Locks the client exclusively until the transaction ends, to count its credit. */
  lock(tx: Tx, companyId: number, id: number): Promise<Client> {
    return this.clients.keep(tx, companyId, id, true);
  }
}

/** @throws Problem 409 client_archived */
function usable(client: Client): Client {
  if (client.status === 'Archived') throw new Problem('client_archived');
  return client;
}
