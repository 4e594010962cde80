import type {
  ClientPageLinkView,
  OpenClientPageLink,
  OpenedClientPageLink,
} from '@billhook/contract/invoicing/client-page';
import { Database } from '@billhook/db/database';
import type { Target } from '@billhook/db/target';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { ClientLinks, pageLinkStatus } from '@billhook/invoicing/documents/client-links.repository';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { changeAuthorOf } from '../records/change-author-of.rules.js';

type StoredPageLink = Parameters<typeof pageLinkStatus>[0];

/** The links to the pages of clients. Their changes are in the timeline of the client and emit no event. */
@Injectable()
export class ClientLinksService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly db: Database,
    private readonly clients: ClientsRepository,
    private readonly links: ClientLinks,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /** @throws Problem 404 not_found */
  async get(by: Principal, id: number): Promise<ClientPageLinkView> {
    await this.clients.find(by.company.id, id);
    return present(await this.links.get(this.db, { companyId: by.company.id, clientId: id }), this.clock.now());
  }

  /**
   * The active link, or a new one. The timeline records each read, because the reader could answer instead of the client.
   * @throws Problem 422 invalid_body for an expiry in the past; 409 page_link_revoked unless it is to be replaced
   */
  open(by: Principal, target: Target, { expiresAt, replace }: OpenClientPageLink): Promise<OpenedClientPageLink> {
    return this.uow.run(async (tx) => {
      const client = await this.clients.lock(tx, by.company.id, target);
      const at = this.clock.now();
      const until = expiresAt ? new Date(expiresAt) : null;
      if (until !== null && until <= at) throw invalidBody('/expiresAt', 'not_in_future', 'must be in the future');
      const of = { companyId: by.company.id, clientId: client.id };
      const link = await this.links.get(tx, of);
      const status = pageLinkStatus(link, at);
      // A person has excluded the client: a program that only asks for the address must not let it in again.
      if (status === 'Revoked' && !replace) throw new Problem('page_link_revoked');
      const kept = !replace && status === 'Active' ? link : undefined;
      const url = kept && this.links.urlOf(kept);
      const author = changeAuthorOf(by, at);
      if (kept === undefined || url === undefined) {
        await this.clients.note(tx, client, 'openPage', author);
        const created = await this.links.put(tx, of, at, until);
        return { ...present({ sealed: created, createdAt: at, expiresAt: until }, at), url: created };
      }
      await this.clients.note(tx, client, 'showPageLink', author);
      if (expiresAt !== undefined) await this.links.setExpiry(tx, of, until);
      return { ...present({ ...kept, ...(expiresAt !== undefined && { expiresAt: until }) }, at), url };
    });
  }

  /** Revokes the link, also before it ever existed: then no email creates one. */
  close(by: Principal, target: Target): Promise<ClientPageLinkView> {
    return this.uow.run(async (tx) => {
      const client = await this.clients.lock(tx, by.company.id, target);
      const at = this.clock.now();
      const of = { companyId: by.company.id, clientId: client.id };
      const link = await this.links.get(tx, of);
      if (pageLinkStatus(link, at) !== 'Revoked') {
        await this.links.revoke(tx, of, at);
        await this.clients.note(tx, client, 'closePage', changeAuthorOf(by, at));
      }
      return present(await this.links.get(tx, of), at);
    });
  }
}

function present(link: StoredPageLink, at: Date): ClientPageLinkView {
  return {
    status: pageLinkStatus(link, at),
    createdAt: link?.createdAt.toISOString() ?? null,
    expiresAt: link?.expiresAt?.toISOString() ?? null,
  };
}
