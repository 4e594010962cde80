import type { CreateClient, ListClients, UpdateClient } from '@billhook/contract/client';
import { UNSAVED } from '@billhook/db/row';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/problems';
import type { Clock } from '@billhook/platform/clock';
import type { Client } from '@billhook/records/clients/client.entity';
import { ClientsRepository } from '@billhook/records/clients/clients.repository';
import type { Slice, Sliced } from '@billhook/records/paging';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../access/principal.js';
import { isEmpty } from '../http/patch.js';
import { CLOCK } from '../platform/tokens.js';

@Injectable()
export class ClientsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clients: ClientsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(by: Principal, filter: ListClients, slice: Slice): Promise<Sliced<Client>> {
    return this.clients.list(by.company.id, filter, slice);
  }

  get(by: Principal, id: number): Promise<Client> {
    return this.clients.find(by.company.id, id);
  }

  create(by: Principal, body: CreateClient): Promise<Client> {
    const now = this.clock.now();
    return this.uow.run((tx) =>
      this.clients.insert(
        tx,
        {
          id: UNSAVED,
          companyId: by.company.id,
          externalId: body.externalId ?? null,
          status: 'Active',
          kind: body.kind,
          name: body.name,
          tradingName: body.tradingName ?? null,
          firstName: body.firstName ?? null,
          lastName: body.lastName ?? null,
          email: body.email ?? null,
          phone: body.phone ?? null,
          contacts: body.contacts ?? [],
          billingAddress: body.billingAddress,
          deliveryAddress: body.deliveryAddress ?? null,
          legalId: body.legalId ?? null,
          vatNumber: body.vatNumber ?? null,
          electronicAddress: body.electronicAddress ?? null,
          buyerReference: body.buyerReference ?? null,
          currency: body.currency ?? null,
          locale: body.locale ?? null,
          paymentTerms: body.paymentTerms ?? null,
          notes: body.notes ?? null,
          customFields: body.customFields ?? {},
          version: 1,
          createdAt: now,
          updatedAt: now,
        },
        'client.created',
      ),
    );
  }

  update(by: Principal, id: number, body: UpdateClient): Promise<Client> {
    return this.uow.run(async (tx) => {
      const client = await this.clients.lock(tx, by.company.id, id);
      if (isEmpty(body)) return client;
      const next: Client = { ...client, ...body, version: client.version + 1, updatedAt: this.clock.now() };
      return this.clients.write(tx, next, 'client.updated');
    });
  }

  /** Deletes a client that no document refers to; archives any other, so that documents keep their client. */
  delete(by: Principal, id: number): Promise<void> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const client = await this.clients.lock(tx, by.company.id, id);
      if (!(await this.clients.inUse(tx, id))) return this.clients.delete(tx, client, 'client.deleted', now);
      if (client.status === 'Archived') return;
      await this.clients.write(
        tx,
        { ...client, status: 'Archived', version: client.version + 1, updatedAt: now },
        'client.updated',
      );
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
  async forPayment(tx: Tx, companyId: number, id: number): Promise<Client> {
    return this.clients.hold(tx, companyId, id).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
      throw new Problem('invalid_body', undefined, {
        errors: [{ pointer: '/clientId', code: 'unknown_client', message: 'names no client of the company' }],
      });
    });
  }
}
