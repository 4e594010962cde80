import { normalVatNumber } from '@billhook/domain/invoicing/taxes/vat-number';
import { z } from 'zod';
import { batchOf, batchResultOf, batchUpdateItemOf, batchUpdateResultOf } from '../shared/batch.js';
import { list } from '../shared/bounded.js';
import {
  Amount,
  CustomFields,
  CustomFieldsView,
  Currency,
  ExternalId,
  Id,
  Instant,
  oneLine,
  text,
} from '../shared/common.js';
import { described } from '../shared/described.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { customFieldQuery, listQuery, recordListOf, search } from '../shared/list-query.js';
import {
  Address,
  AddressView,
  Email,
  LegalId,
  ElectronicAddress,
  ElectronicAddressView,
  LegalIdView,
  VatNumber,
} from '../shared/party.js';
import { PaymentTermsSchema, PaymentTermsView } from '../shared/payment-terms.js';
import { patchOf, storedMembers } from '../shared/stored-members.js';

export const CLIENT_KINDS = ['Business', 'Individual', 'Public'] as const;
export const CLIENT_STATUSES = ['Active', 'Archived'] as const;

/** The documents that a contact can receive. */
const RECEIVABLE = ['Invoice', 'Quote'] as const;
type Receivable = (typeof RECEIVABLE)[number];

const CONTACT = {
  name: 'The name of the person or department',
  email: 'The email address, to which documents are sent if `receives` says so',
  phone: 'The telephone number, in any notation',
  receives: 'The documents that are sent to this contact unless a request names other recipients',
};

const Contact = z.strictObject(
  described(CONTACT, {
    name: oneLine(120),
    email: Email.optional(),
    phone: oneLine(40).optional(),
    receives: list(z.enum(RECEIVABLE)).max(2).default([]),
  }),
);

const isReceivable = (name: unknown): name is Receivable => RECEIVABLE.some((known) => known === name);

const ContactView = z.object(
  described(CONTACT, {
    name: z.string(),
    email: z.string().optional(),
    phone: z.string().optional(),
    // Stored documents may contain the former value `reminders`, which is dropped.
    receives: z.preprocess(
      (stored) => (Array.isArray(stored) ? stored.filter(isReceivable) : []),
      z.array(z.enum(RECEIVABLE)),
    ),
  }),
);

/** The client of an issued document has the same members. */
const CLIENT = {
  status: 'New documents for an archived client are rejected',
  kind: 'What the client is: a company or association, a person, or a public body',
  name: 'The legal name',
  tradingName: 'The name under which it trades, if it differs from the legal name',
  firstName: 'The first name of an individual, or of the person to address',
  lastName: 'The last name of an individual, or of the person to address',
  email: 'The email address to which documents are sent if no contact receives them',
  phone: 'The telephone number, in any notation',
  contacts: 'The people and departments of the client, in your order',
  billingAddress: 'The postal address on documents',
  deliveryAddress: 'The address of deliveries, if it differs from the billing address',
  legalId: 'Its number in a register (BT-47), with the scheme of the register (ISO 6523), such as 0002 for a SIREN',
  vatNumber: 'The VAT number with its country prefix, without spaces',
  electronicAddress: 'Where electronic invoices are sent, with the scheme of the network (EAS list)',
  buyerReference: 'The reference on its documents that state none (BT-10)',
  currency: 'The ISO 4217 code of its usual currency; null for that of the company',
  locale: 'The language of its documents; null for that of the company',
  paymentTerms: 'When its invoices are due; null for the payment terms of the company',
  notes: 'For internal use: never on a document',
};

const fields = described(CLIENT, {
  externalId: ExternalId.optional(),
  kind: z.enum(CLIENT_KINDS),
  name: oneLine(200).meta({ description: 'The legal name', example: 'Atelier Lumen SARL' }),
  tradingName: oneLine(200).optional(),
  firstName: oneLine(100).optional(),
  lastName: oneLine(100).optional(),
  email: Email.optional(),
  phone: oneLine(40).optional(),
  contacts: list(Contact).max(50).optional(),
  billingAddress: Address.meta({
    description: 'An invoice to a business or a public body can be sent only if it has line1 and city',
  }),
  deliveryAddress: Address.optional(),
  legalId: LegalId.optional(),
  vatNumber: VatNumber.optional(),
  electronicAddress: ElectronicAddress.optional(),
  buyerReference: oneLine(100).optional(),
  currency: Currency.optional(),
  locale: z
    .enum(['en', 'fr'])
    .optional()
    .meta({ description: 'The language of its documents. Without one, that of the company, else English' }),
  paymentTerms: PaymentTermsSchema.optional().meta({ description: 'Used instead of the payment terms of the company' }),
  notes: text(5000).optional(),
  customFields: CustomFields.optional(),
});

export const STORED_CLIENT = storedMembers(fields);

export const CreateClient = z.strictObject(fields).meta({
  id: 'CreateClient',
  example: {
    kind: 'Business',
    name: 'Atelier Lumen SARL',
    email: 'compta@atelier-lumen.example',
    billingAddress: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
    vatNumber: 'FR40303265045',
  },
});
export type CreateClient = z.infer<typeof CreateClient>;

/** An omitted member does not change; null clears it (RFC 7396). */
export const UpdateClient = z
  .strictObject({
    ...described(CLIENT, patchOf(fields)),
    status: z.enum(CLIENT_STATUSES).optional().meta({ description: 'Archive or restore a client' }),
  })
  .meta({ id: 'UpdateClient', example: { email: 'factures@atelier-lumen.example' } });
export type UpdateClient = z.infer<typeof UpdateClient>;

export const ListClients = listQuery(
  {
    ...customFieldQuery,
    status: z.enum(CLIENT_STATUSES).optional().meta({ description: 'Only with this status' }),
    kind: z.enum(CLIENT_KINDS).optional().meta({ description: 'Only of this kind' }),
    email: Email.optional().meta({ description: 'Case-insensitive' }),
    vatNumber: text(40)
      .overwrite(normalVatNumber)
      .optional()
      .meta({ description: 'The complete number; spaces and punctuation are ignored' }),
    currency: Currency.optional().meta({ description: 'Only in this currency' }),
    q: search('the name, the trading name, the email address or the externalId'),
  },
  ['id', 'name', 'updatedAt', 'createdAt'],
);
export type ListClients = z.infer<typeof ListClients>;

const Balance = z
  .object({
    currency: z.string().meta({ description: 'The ISO 4217 code of the amounts' }),
    due: Amount.meta({ description: 'The outstanding amount of issued invoices' }),
    overdue: Amount.meta({ description: 'The overdue part of the outstanding amount' }),
    credit: Amount.meta({ description: 'The unallocated rest of payments' }),
  })
  .meta({ id: 'Balance' });

export const ClientView = z
  .object(
    described(CLIENT, {
      id: Id,
      externalId: z.string().nullable(),
      status: z.enum(CLIENT_STATUSES),
      kind: z.enum(CLIENT_KINDS),
      name: z.string(),
      tradingName: z.string().nullable(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      contacts: z.array(ContactView),
      billingAddress: AddressView,
      deliveryAddress: AddressView.nullable(),
      legalId: LegalIdView.nullable(),
      vatNumber: z.string().nullable(),
      electronicAddress: ElectronicAddressView.nullable(),
      buyerReference: z.string().nullable(),
      currency: z.string().nullable(),
      locale: z.string().nullable(),
      paymentTerms: PaymentTermsView.nullable(),
      notes: z.string().nullable(),
      customFields: CustomFieldsView,
      balances: z.array(Balance).meta({
        description:
          'One entry for each currency with an outstanding amount or credit. Balances change with invoices and payments, without a new version and without `client.updated`',
      }),
      version: z.int(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  )
  .meta({ id: 'Client' });
export type ClientView = z.infer<typeof ClientView>;

/** The client of an issued document at the time of issue, without private notes and balances. */
export const ClientSnapshot = ClientView.omit({ balances: true, notes: true }).meta({ id: 'Buyer' });
export type ClientSnapshot = z.infer<typeof ClientSnapshot>;

export const ClientList = recordListOf(ClientView, 'ClientList');

export const ClientBatch = batchOf('CreateClient', {
  mode: 'perItem',
  items: [
    {
      kind: 'Business',
      name: 'Atelier Lumen SARL',
      externalId: 'crm-2001',
      billingAddress: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
    },
    { kind: 'Individual', name: 'Jeanne Lumen', externalId: 'crm-2002', billingAddress: { country: 'BE' } },
  ],
});
export type ClientBatch = z.infer<typeof ClientBatch>;
export const ClientBatchResult = batchResultOf(ClientView, 'ClientBatchResult');

export const ClientBatchUpdateItem = batchUpdateItemOf(UpdateClient, 'ClientBatchUpdateItem', {
  id: EXAMPLE_IDS.client,
  version: 2,
  changes: { email: 'factures@atelier-lumen.example' },
});
export const ClientBatchUpdate = batchOf(
  'ClientBatchUpdateItem',
  {
    mode: 'perItem',
    items: [{ id: EXAMPLE_IDS.client, changes: { email: 'factures@atelier-lumen.example' } }],
  },
  'ClientBatchUpdate',
);
export const ClientBatchUpdateResult = batchUpdateResultOf(ClientView, 'ClientBatchUpdateResult');
export const ClientBatchDelete = batchOf(
  'BatchDeleteItem',
  { mode: 'atomic', items: [{ id: EXAMPLE_IDS.needlessClient }] },
  'ClientBatchDelete',
);
