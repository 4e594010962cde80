import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import type { Target } from '@billhook/db/target';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { invalidBody } from '@billhook/domain/shared/problems';
import type { Company } from '@billhook/identity/companies/company.entity';
import { snapshotCompany } from '@billhook/identity/companies/company.presenter';
import type { Client } from '@billhook/invoicing/clients/client.entity';
import { snapshotClient } from '@billhook/invoicing/clients/client.presenter';
import type { Documents, DocumentRow } from '@billhook/invoicing/document-base/document.repository';
import type { Parties } from '@billhook/invoicing/documents/pdf-sources';
import type { NumberedMail } from '@billhook/invoicing/mails/mails.repository';
import type { ChangeAuthor } from '@billhook/invoicing/records/change';
import type { Clock } from '@billhook/platform/clock';
import { CompaniesService } from '../../identity/companies/companies.service.js';
import type { Principal } from '../../request/principal.js';
import { ClientsService } from '../clients/clients.service.js';
import { changeAuthorOf } from '../records/change-author-of.rules.js';
import { DocumentDeliveryService, type DeliveryRequest, type SentDocument } from './document-delivery.service.js';
import { DocumentLinksService } from './document-links.service.js';

/** A document that is sent as a draft, and can be sent again. */
type SentRow = DocumentRow & Partial<{ [Party in keyof Parties]: Parties[Party] | null }>;

/** The body of a send. */
export interface SendRequest extends DeliveryRequest {
  readonly issueDate?: string | undefined;
}

interface SentDocuments<Row extends DocumentRow> extends Documents<Row> {
  writeAction(tx: Tx, before: Row, action: 'send' | 'resend', facts: Partial<Row>, author: ChangeAuthor): Promise<Row>;
}

/** A draft that is being issued, with its parties. */
export interface Issue<Row> {
  readonly document: Row;
  readonly company: Company;
  readonly client: Client;
  readonly today: string;
}

/** The actions that invoices and quotes share: send, send again, and the links. */
export abstract class DocumentActionsService<Row extends SentRow> {
  protected constructor(
    private readonly documents: SentDocuments<Row>,
    protected readonly uow: UnitOfWork,
    protected readonly clients: ClientsService,
    protected readonly companies: CompaniesService,
    protected readonly delivery: DocumentDeliveryService,
    protected readonly links: DocumentLinksService,
    protected readonly clock: Clock,
  ) {}

  protected abstract readonly table: 'invoices' | 'quotes';

  /** @throws Problem 409 when the table of actions does not allow it */
  protected abstract require(action: 'send' | 'resend', document: Row): void;

  /** Locks the records that are always locked before the document. */
  protected abstract lockBefore(tx: Tx, by: Principal, target: Target): Promise<void>;

  /** The company that issues the document. */
  protected abstract issuer(tx: Tx, by: Principal): Promise<Company>;

  /** The draft with the date that a send names. @throws Problem 422 naming all that is missing */
  protected abstract checked(issue: Issue<Row>, issueDate: string | undefined): Row;

  /** Called last, to lock the series only briefly. */
  protected abstract number(tx: Tx, by: Principal, document: Row, author: ChangeAuthor): Promise<string>;

  /** Other members that issuing sets. */
  protected abstract factsOfIssue(document: Row, at: Date): Partial<Row>;

  /** What its PDF shows. */
  protected abstract printed(document: Row, parties: Parties): PrintedDocument;

  /** What its email says about dates and amounts. */
  protected abstract mailed(document: Row): Pick<SentDocument, 'until' | 'settled' | 'invoice'>;

  /** Issues a draft; emails an issued document again. */
  send(by: Principal, target: Target, body: SendRequest): Promise<Row> {
    return this.uow.run(async (tx) => {
      await this.lockBefore(tx, by, target);
      const locked = this.documents.lock(tx, by.company.id, target);
      // Sent behind the lock of the document, so that one wait is enough. A failure counts only if the document is issued.
      const issuer = this.issuer(tx, by);
      const client = this.clients.ofDocument(tx, by.company.id, this.table, target.id);
      const parties = Promise.all([issuer, client]);
      parties.catch(() => undefined);
      const document = await locked;
      const again = document.sentAt !== null && body.channel !== 'None';
      return again ? this.resend(tx, by, document, body) : this.issue(tx, by, document, parties, body);
    });
  }

  /** The email that a send would create now. Discards the whole send, with its number and its links. */
  previewMail(by: Principal, target: Target, body: Omit<SendRequest, 'channel'>): Promise<NumberedMail> {
    return this.uow.around(async () => {
      const sent = await this.send(by, target, { ...body, channel: 'Email' });
      return this.delivery.added(this.documents.refOf(sent), sent.delivery);
    }, 'discard');
  }

  openLink(by: Principal, target: Target): Promise<Row> {
    return this.links.open(this.documents, by, target, (document) => this.require('resend', document));
  }

  closeLink(by: Principal, target: Target): Promise<Row> {
    return this.links.close(this.documents, by, target);
  }

  answeringUrl(by: Principal, target: Target): Promise<string> {
    return this.links.answeringUrl(this.documents, by, target);
  }

  view(by: Principal, id: number): Promise<Row> {
    return this.links.view(this.documents, by, id);
  }

  private async issue(
    tx: Tx,
    by: Principal,
    draft: Row,
    parties: Promise<[Company, Client]>,
    body: SendRequest,
  ): Promise<Row> {
    this.require('send', draft);
    const author = changeAuthorOf(by, this.clock.now(), { details: { channel: body.channel } });
    const [company, client] = await parties;
    const today = dateInZone(author.at, by.company.timeZone);
    const document = this.checked({ document: draft, company, client, today }, body.issueDate);
    const number = await this.number(tx, by, document, author);
    const snapshots = { seller: snapshotCompany(company), client: snapshotClient(client) };
    const issued: Row = {
      ...document,
      ...(body.channel === 'None' ? {} : this.documents.viewingLink(document)),
      ...this.factsOfIssue(document, author.at),
      number,
      ...snapshots,
      sentAt: author.at,
    };
    const ref = this.documents.refOf(issued);
    const sent = { resource: ref.resource, document: issued, company, client, ...this.mailed(issued) };
    const delivery = await this.delivery.deliver(tx, by, sent, body);
    this.delivery.requestPdf(tx, by, ref, this.printed(issued, snapshots), author.at);
    return this.documents.writeAction(tx, draft, 'send', { ...issued, delivery }, author);
  }

  private async resend(tx: Tx, by: Principal, before: Row, body: SendRequest): Promise<Row> {
    this.require('resend', before);
    rejectOtherDate(body.issueDate);
    // The link exists already: nothing changes.
    if (body.channel === 'Link' && before.publicToken !== null) return before;
    const author = changeAuthorOf(by, this.clock.now(), { details: { channel: body.channel } });
    const company = await this.companies.get(by.company.id, tx);
    const client = await this.clients.get(by, before.clientId);
    const document: Row = { ...before, ...this.documents.viewingLink(before) };
    const { resource } = this.documents.refOf(before);
    const sent = { resource, document, company, client, ...this.mailed(document) };
    const delivery = await this.delivery.deliver(tx, by, sent, body);
    return this.documents.writeAction(tx, before, 'resend', { ...document, delivery }, author);
  }
}

/** @throws Problem 422 for another issue date of an issued document */
function rejectOtherDate(issueDate: string | undefined): void {
  if (issueDate === undefined) return;
  const message = 'cannot be changed because the document is issued';
  throw invalidBody('/issueDate', 'already_issued', message);
}
