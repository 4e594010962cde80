import { isDeepStrictEqual } from 'node:util';
import {
  STORED_CLIENT,
  type CreateClient,
  type ListClients,
  type UpdateClient,
} from '@billhook/contract/invoicing/client';
import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import { UNSAVED } from '@billhook/db/row';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import { changeOf } from '@billhook/invoicing/records/change';
import type { Client, ClientRow } from '@billhook/invoicing/clients/client.entity';
import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import type { Listed, Window } from '@billhook/db/lists/list-records';
import type { Target } from '@billhook/invoicing/records/target';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { CLOCK } from '@billhook/platform/tokens';

@Injectable()
export class ClientsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clients: ClientsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(by: Principal, query: ListClients, window: Window): Promise<Listed<ClientRow>> {
    return this.clients.list(by.company.id, query, window);
  }

  get(by: Principal, id: number): Promise<ClientRow> {
    return this.clients.find(by.company.id, id);
  }

  timeline(by: Principal, id: number): Promise<TimelineView> {
    return this.clients.timeline(by.company.id, id);
  }

  create(by: Principal, body: CreateClient): Promise<ClientRow> {
    const now = this.clock.now();
    return this.uow.run((tx) =>
      this.clients.insert(
        tx,
        {
          id: UNSAVED,
          companyId: by.company.id,
          ...STORED_CLIENT.toRow(body),
          status: 'Active',
          balances: [],
          version: 1,
          createdAt: now,
          updatedAt: now,
        },
        changeOf('create', 'client.created', { by: by.label, at: now }),
      ),
    );
  }

  /** Before many are created in one transaction. */
  reserve(tx: Tx, by: Principal, externalIds: readonly string[]): Promise<void> {
    return this.clients.reserve(tx, by.company.id, externalIds);
  }

  update(by: Principal, target: Target, body: UpdateClient): Promise<ClientRow> {
    return this.uow.run(async (tx) => {
      const client = await this.clients.lock(tx, by.company.id, target);
      const changed: ClientRow = { ...client, ...body };
      if (isDeepStrictEqual(changed, client)) return client;
      if (changed.externalId !== client.externalId) await this.clients.claim(tx, changed);
      const at = this.clock.now();
      const next: ClientRow = { ...changed, version: client.version + 1, updatedAt: at };
      return this.clients.write(tx, next, changeOf('update', 'client.updated', { by: by.label, at }));
    });
  }

  /** Deletes a client that no document refers to; archives any other, so that documents keep their client. */
  delete(by: Principal, target: Target): Promise<void> {
    return this.uow.run(async (tx) => {
      const doer = { by: by.label, at: this.clock.now() };
      const client = await this.clients.lock(tx, by.company.id, target);
      if (!(await this.clients.inUse(tx, client.id))) {
        return this.clients.delete(tx, client, changeOf('delete', 'client.deleted', doer));
      }
      if (client.status === 'Archived') return;
      const archived: ClientRow = { ...client, status: 'Archived', version: client.version + 1, updatedAt: doer.at };
      await this.clients.write(tx, archived, changeOf('archive', 'client.updated', doer));
    });
  }

  /**
   * The client that a document is for, kept as it is until the transaction ends.
   * @throws Problem 422 invalid_body when there is no such client, 409 client_archived
   */
  async forDocument(tx: Tx, companyId: number, id: number): Promise<Client> {
    const client = await this.forPayment(tx, companyId, id);
    if (client.status === 'Archived') throw new Problem('client_archived');
    return client;
  }

  /** The client that pays: an archived one may still owe. @throws Problem 422 invalid_body when there is no such client */
  async forPayment(tx: Tx, companyId: number, id: number, alone = false): Promise<Client> {
    return this.clients.keep(tx, companyId, id, alone).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
      throw new Problem('invalid_body', undefined, {
        errors: [{ pointer: '/clientId', code: 'unknown_client', message: 'is not the id of a client of the company' }],
      });
    });
  }

  /** The client whose credit is counted, changed by nobody else until the transaction ends. */
  lock(tx: Tx, companyId: number, id: number): Promise<Client> {
    return this.clients.keep(tx, companyId, id, true);
  }
}
