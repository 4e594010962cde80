import { FILTERED_REFERENCES } from '@billhook/contract/invoicing/document-fields';
import type { ToolJsonSchema } from './tool-schema.rules.js';

/** The description of an operation's arguments in the list of tools. */
export interface ListedArguments {
  /** The only ones to list. A call can have all of the operation, which `tools_describe` returns. */
  readonly only?: readonly string[];
  /** Those that are not listed, although all others are. */
  readonly except?: readonly string[];
  /** Members of nested objects that are not listed, by the argument that contains them. */
  readonly omits?: Readonly<Record<string, readonly string[]>>;
  /** Other schemas, by argument. */
  readonly instead?: Readonly<Record<string, ToolJsonSchema>>;
}

const lines = { type: 'array', items: { type: 'object' }, description: 'All lines, each with all its members' };
const allowances = {
  type: 'array',
  items: { type: 'object' },
  description: 'Of the whole document: reason, amount or percent, taxCategory, taxRate',
};
const rare = [
  'allowances',
  'charges',
  'priceBaseQuantity',
  'servicePeriod',
  'sellerItemId',
  'buyerItemId',
  'customFields',
];
const creating = { omits: { lines: rare }, instead: { allowances } };

/** What a new document usually needs. */
const DOCUMENT = [
  ...['clientId', 'currency', 'lines', 'issueDate', 'purchaseOrder', 'buyerReference', 'notes', 'allowances'],
  ...['pricesIncludeTax', 'expectedTotal', 'externalId'],
];
/** What is usually changed. */
const CHANGED = ['id', 'clientId', 'lines', 'issueDate', 'purchaseOrder', 'buyerReference', 'notes', 'privateNotes'];
const CLIENT = [
  ...['kind', 'name', 'email', 'phone', 'billingAddress', 'legalId', 'vatNumber', 'buyerReference', 'currency'],
  ...['locale', 'paymentTerms', 'externalId', 'notes'],
];

/** Operations with more arguments than a model needs to see in every conversation, by operation id. */
export const TOOL_ARGUMENTS: Readonly<Record<string, ListedArguments>> = {
  'Clients.create': { only: CLIENT },
  'Clients.update': {
    only: ['id', ...CLIENT.filter((name) => name !== 'externalId'), 'status'],
    instead: {
      billingAddress: { type: 'object', description: 'The whole address, as in clients_create' },
      legalId: { type: 'object' },
      paymentTerms: { type: 'object' },
    },
  },
  'Invoices.create': { ...creating, only: [...DOCUMENT, 'dueDate', 'supplyDate', 'servicePeriod'] },
  // `q` finds what people write of a reference.
  'Invoices.list': { except: FILTERED_REFERENCES },
  'Quotes.list': { except: FILTERED_REFERENCES },
  'Invoices.update': { only: [...CHANGED, 'dueDate', 'supplyDate', 'servicePeriod'], instead: { lines } },
  'Quotes.create': {
    only: [...DOCUMENT, 'expiryDate'],
    instead: {
      ...creating.instead,
      lines: { ...lines, description: 'With name, quantity, unitPrice, taxCategory, taxRate, as in invoices_create' },
    },
  },
  'Quotes.update': { only: [...CHANGED, 'expiryDate'], instead: { lines } },
  'Totals.get': {
    instead: {
      from: { type: 'string', format: 'date', description: 'First day. Default: the first of this month' },
      to: { type: 'string', format: 'date', description: 'Last day. Default: the last of this month' },
    },
  },
  'Events.list': { only: ['limit', 'cursor', 'types', 'after'] },
  'WebhookDeliveries.list': {
    only: [
      ...['limit', 'cursor', 'endpointId', 'eventId', 'eventTypes', 'status', 'resource', 'resourceId', 'statusClass'],
      ...['errorKind', 'since', 'until'],
    ],
  },
  'CreditNotes.create': {
    only: ['invoiceId', 'reason', 'lines', 'issueDate', 'channel', 'to', 'message', 'externalId'],
    instead: {
      lines: { ...lines, description: 'What is credited, as in invoices_create. Without: the whole rest' },
    },
  },
};
