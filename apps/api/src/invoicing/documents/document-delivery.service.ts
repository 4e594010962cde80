import type { SellerSnapshot } from '@billhook/contract/identity/company';
import type { ClientView } from '@billhook/contract/invoicing/client';
import type { CHANNELS, DeliveryView } from '@billhook/contract/invoicing/document-delivery';
import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import type { Tx } from '@billhook/db/unit-of-work';
import { documentLocale } from '@billhook/domain/shared/format-amount';
import { Problem } from '@billhook/domain/shared/problems';
import type { Company } from '@billhook/identity/companies/company.entity';
import { snapshotCompany } from '@billhook/identity/companies/company.presenter';
import type { DocumentRef } from '@billhook/invoicing/document-base/document-ref';
import type { DocumentColumns, DocumentExtras } from '@billhook/invoicing/document-base/document.columns';
import { AnsweringLinks, takesAnswers } from '@billhook/invoicing/documents/answering-links.repository';
import { ClientLinks, pageLinkStatus } from '@billhook/invoicing/documents/client-links.repository';
import { askForFile } from '@billhook/invoicing/documents/document-files.repository';
import { sourceIn } from '@billhook/invoicing/documents/pdf-sources';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import { partPayments, payUrlOf } from '@billhook/invoicing/invoices/pay-online';
import { MailsRepository, type NumberedMail } from '@billhook/invoicing/mails/mails.repository';
import { MailOutbox } from '@billhook/mail/mail-outbox';
import { composeMail, type MailedAmounts, type MailFacts } from '@billhook/mail/templates/compose-mail';
import type { ComposedMail } from '@billhook/mail/templates/render-mail';
import { postalLines } from '@billhook/pdf/countries';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Principal } from '../../request/principal.js';

/** How the sender wants to deliver a document. */
export interface DeliveryRequest {
  readonly channel: (typeof CHANNELS)[number];
  readonly to?: readonly string[] | undefined;
  readonly message?: string | undefined;
}

/** An issued document and the details that its email needs. */
export interface SentDocument {
  readonly resource: 'invoice' | 'quote' | 'credit_note';
  readonly document: DocumentColumns & DocumentExtras & { readonly seller?: SellerSnapshot | null };
  readonly company: Company;
  readonly client: Pick<ClientView, 'name' | 'email' | 'contacts' | 'locale' | 'billingAddress'>;
  /** The due date, or the last day on which the client can accept. */
  readonly until: string | null;
  /** Of an invoice. */
  readonly settled?: MailedAmounts;
  /** The invoice that the client can pay. */
  readonly invoice?: InvoiceRow;
}

type Delivery = z.infer<typeof DeliveryView>;

/** Delivers documents to their clients: adds the email to the outbox in the transaction of the change. */
@Injectable()
export class DocumentDeliveryService {
  private readonly outbox: MailOutbox;

  constructor(
    private readonly answering: AnsweringLinks,
    private readonly clients: ClientLinks,
    @Inject(ENV) env: Env,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
    private readonly secrets: AppSecrets,
    private readonly mails: MailsRepository,
  ) {
    this.outbox = new MailOutbox(env.SMTP_URL !== undefined, clock);
  }

  /**
   * Emails the document if the channel is Email. Determines the recipients before it writes anything.
   * @returns the new `delivery` of the document, or the existing one without an email
   * @throws Problem 422 recipient_missing
   */
  async deliver(
    tx: Tx,
    by: Principal,
    sent: SentDocument,
    { channel, to, message }: DeliveryRequest,
  ): Promise<Delivery | null> {
    const { resource, document, company, client } = sent;
    if (channel !== 'Email') return document.delivery;
    const recipients = to ?? recipientsOf(resource, client);
    const locale = documentLocale(document.locale ?? client.locale);
    const number = document.number ?? '';
    const replyTo = company.replyTo ?? company.email;
    const { subject, text, html } = await this.composed(tx, sent, {
      publicUrl: await this.linkOf(tx, sent),
      clientUrl: await this.clientPageOf(tx, sent),
      message,
    });
    const mail = await this.outbox.enqueue(tx, {
      companyId: company.id,
      resource,
      recordId: document.id,
      recipients: [...recipients],
      replyTo,
      fromName: company.name,
      subject,
      text,
      html,
      locale,
      attachmentName: `${number.replaceAll('/', '-')}.pdf`,
      createdBy: by.label,
    });
    const at = this.clock.now().toISOString();
    const status = mail.status === 'Kept' ? 'Kept' : 'Pending';
    return { channel, to: [...mail.recipients], status, mailId: mail.id, error: null, at };
  }

  /** The email that `deliver` added. @throws Problem not_found without one */
  added({ companyId, resource }: DocumentRef, delivery: Delivery | null): Promise<NumberedMail> {
    return this.mails.find({ companyId, resources: [resource] }, delivery?.mailId ?? 0);
  }

  /** The email of a document. With the logo, the colour and the address that the document has. */
  private async composed(
    tx: Tx,
    { resource, document, company, client, until, settled, invoice }: SentDocument,
    { message, ...links }: Pick<MailFacts, 'publicUrl' | 'clientUrl'> & { readonly message: string | undefined },
  ): Promise<ComposedMail> {
    const seller = document.seller ?? snapshotCompany(company);
    const locale = documentLocale(document.locale ?? client.locale);
    const home = client.billingAddress.country;
    return composeMail({
      kind: resource,
      locale,
      number: document.number ?? '',
      sellerName: company.name,
      sellerAddress: seller.address ? postalLines(seller.address, locale, home) : [],
      brand: { logo: seller.logo ?? null, color: seller.accentColor ?? null },
      clientName: client.name,
      gross: document.payable,
      currency: document.currency,
      ...(resource === 'quote' ? { expiryDate: until } : { dueDate: until }),
      ...(settled && { settled: { ...settled, payments: invoice ? await partPayments(tx, invoice) : [] } }),
      ...links,
      payUrl: invoice ? payUrlOf(company, invoice) : null,
      replyTo: company.replyTo ?? company.email,
      attached: true,
      message,
    });
  }

  /** Stores what the PDF of a document shows, in the transaction that issues it. */
  requestPdf(tx: Tx, by: Principal, ref: DocumentRef, source: PrintedDocument, at: Date): void {
    askForFile(tx, ref, sourceIn(by.company.kind, source), { at, secrets: this.secrets });
  }

  /** The link in the stored email. The worker inserts the client link when it sends: readers of stored emails cannot answer. */
  private async linkOf(tx: Tx, { resource, document: { companyId, id: recordId, publicUrl } }: SentDocument) {
    if (publicUrl === null || !takesAnswers(resource)) return publicUrl;
    await this.answering.urlOf(tx, { companyId, resource, recordId }, this.clock.now());
    return this.answering.maskedUrl;
  }

  /** The page of the client in the stored email, if the company links to it, without the token as well. */
  private async clientPageOf(tx: Tx, { company, document: { companyId, clientId } }: SentDocument) {
    if (!company.clientPages) return null;
    const at = this.clock.now();
    const link = await this.clients.ensure(tx, { companyId, clientId }, at);
    return pageLinkStatus(link, at) === 'Active' ? this.clients.maskedUrl : null;
  }
}

/** The contacts that receive such documents, or else the client. @throws Problem 422 recipient_missing */
export function recipientsOf(resource: SentDocument['resource'], client: SentDocument['client']): string[] {
  const kind = resource === 'quote' ? 'Quote' : 'Invoice';
  const contacts = client.contacts.flatMap(({ email, receives }) => (email && receives.includes(kind) ? [email] : []));
  if (contacts.length > 0) return contacts;
  if (client.email !== null) return [client.email];
  throw new Problem('recipient_missing', undefined, {
    errors: [
      { pointer: '/to', code: 'recipient_missing', message: 'is required because the client has no email address' },
    ],
  });
}
