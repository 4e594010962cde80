import { z } from 'zod';
import { LogoView } from '../identity/company.js';
import { Amount, CalendarDateView, Id, Instant } from '../shared/common.js';
import { PUBLIC_KINDS, PUBLIC_STATUSES } from './public-document.js';

export const PAGE_LINK_STATUSES = ['None', 'Active', 'Expired', 'Revoked'] as const;

const EXPIRES = 'When the link stops working; null for never';

/** The link to the page with all documents of a client, without its address. */
export const ClientPageLinkView = z
  .object({
    status: z.enum(PAGE_LINK_STATUSES).meta({
      description:
        'None: the client never had a link. Only an Active link works. A revoked or expired link is in no email until you create another one. A revoked one stays revoked until you send `replace`',
    }),
    createdAt: Instant.nullable().meta({ description: 'When the link was created' }),
    expiresAt: Instant.nullable().meta({ description: EXPIRES }),
  })
  .meta({ id: 'ClientPageLink' });
export type ClientPageLinkView = z.infer<typeof ClientPageLinkView>;

/** The same with its address, which no record, event or readable email contains. */
export const OpenedClientPageLink = ClientPageLinkView.extend({
  url: z.string().meta({
    description:
      'Give it only to the client: anyone who has it sees all documents of the client, and can answer in its name',
  }),
}).meta({
  id: 'OpenedClientPageLink',
  example: {
    status: 'Active',
    createdAt: '2026-03-02T09:00:00.000Z',
    expiresAt: null,
    url: 'https://billing.example/d/4kPz7Qm2xTn9Lc5VbRw8Hs1Jd6Fg3YaE',
  },
});
export type OpenedClientPageLink = z.infer<typeof OpenedClientPageLink>;

export const OpenClientPageLink = z
  .strictObject({
    expiresAt: Instant.nullable()
      .optional()
      .meta({
        description: `${EXPIRES}. Must be in the future. Omitted, an existing link keeps its own, and a new link never expires`,
      }),
    replace: z.boolean().default(false).meta({
      description:
        'Creates a new link, with another address, even if there is an active one, which stops working, or if the link was revoked',
    }),
  })
  .meta({ id: 'OpenClientPageLink', example: { expiresAt: '2099-12-31T23:59:59.000Z' } });
export type OpenClientPageLink = z.infer<typeof OpenClientPageLink>;

/** The documents on one page: about as many as fit into 25 KiB without titles. */
export const CLIENT_PAGE_SIZE = 100;

/** A document in the list of its client. All members are listed here, and no other member of the record is exposed. */
const ListedDocument = z.object({
  kind: z.enum(PUBLIC_KINDS),
  id: Id,
  number: z.string(),
  title: z.string().nullable(),
  status: z.enum(PUBLIC_STATUSES),
  issueDate: CalendarDateView,
  /** The due date of an invoice, the last day to accept a quote. */
  until: CalendarDateView.nullable(),
  currency: z.string(),
  total: Amount,
  paid: Amount.nullable(),
  /** What is left to pay now; null if nothing can be paid. */
  due: Amount.nullable(),
  /** Whether the client can accept it now. */
  awaitsAnswer: z.boolean(),
});
export type ListedDocument = z.infer<typeof ListedDocument>;

/** What the page of a client shows. */
export const ClientPageView = z.object({
  sandbox: z.boolean(),
  seller: z.object({
    name: z.string(),
    email: z.string().nullable(),
    logo: LogoView.nullish(),
    accentColor: z.string().nullish(),
  }),
  client: z.object({ name: z.string() }),
  locale: z.string().nullable(),
  due: z.array(z.object({ currency: z.string(), due: Amount, overdue: Amount })),
  documents: z.array(ListedDocument),
  /** From 1. */
  page: z.int(),
  pages: z.int(),
});
export type ClientPageView = z.infer<typeof ClientPageView>;
