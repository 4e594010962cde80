import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { clientSearch } from '../invoicing/clients/client-search.js';
import { creditNoteSearch, newCreditNoteSearch } from '../invoicing/credit-notes/credit-note-search.js';
import { mailSearch } from '../invoicing/mails/mail-search.js';
import { newPaymentSearch, paymentSearch } from '../invoicing/payments/payment-search.js';
import { withLaterTexts } from '../shared/texts/with-later-texts.js';
import { recordParams, rootRoute } from './root-route.js';

const clientsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients',
  validateSearch: clientSearch,
  component: lazyRouteComponent(() => import('../invoicing/clients/client-list-page.js'), 'ClientListPage'),
});

const newClientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients/new',
  component: lazyRouteComponent(() => import('../invoicing/clients/client-form-pages.js'), 'NewClientPage'),
});

const importClientsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients/import',
  component: lazyRouteComponent(
    () => withLaterTexts(import('../invoicing/client-import/client-import-page.js')),
    'ClientImportPage',
  ),
});

const clientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients/$id',
  params: recordParams,
  component: lazyRouteComponent(() => import('../invoicing/clients/client-page.js'), 'ClientPage'),
});

const editClientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients/$id/edit',
  params: recordParams,
  component: lazyRouteComponent(() => import('../invoicing/clients/client-form-pages.js'), 'EditClientPage'),
});

const paymentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments',
  validateSearch: paymentSearch,
  component: lazyRouteComponent(() => import('../invoicing/payments/payment-list-page.js'), 'PaymentListPage'),
});

const newPaymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments/new',
  validateSearch: newPaymentSearch,
  component: lazyRouteComponent(() => import('../invoicing/payments/new-payment-page.js'), 'NewPaymentPage'),
});

const paymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments/$id',
  params: recordParams,
  component: lazyRouteComponent(() => import('../invoicing/payments/payment-page.js'), 'PaymentPage'),
});

const creditNotesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credit-notes',
  validateSearch: creditNoteSearch,
  component: lazyRouteComponent(
    () => import('../invoicing/credit-notes/credit-note-list-page.js'),
    'CreditNoteListPage',
  ),
});

const newCreditNoteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credit-notes/new',
  validateSearch: newCreditNoteSearch,
  component: lazyRouteComponent(() => import('../invoicing/credit-notes/new-credit-note-page.js'), 'NewCreditNotePage'),
});

const creditNoteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credit-notes/$id',
  params: recordParams,
  component: lazyRouteComponent(() => import('../invoicing/credit-notes/credit-note-page.js'), 'CreditNotePage'),
});

const mailsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mails',
  validateSearch: mailSearch,
  component: lazyRouteComponent(() => withLaterTexts(import('../invoicing/mails/mail-list-page.js')), 'MailListPage'),
});

const mailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mails/$id',
  params: recordParams,
  component: lazyRouteComponent(() => withLaterTexts(import('../invoicing/mails/mail-page.js')), 'MailPage'),
});

const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/company',
  component: lazyRouteComponent(() => withLaterTexts(import('../identity/company/company-page.js')), 'CompanyPage'),
});

const companyDataRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/company-data',
  component: lazyRouteComponent(
    () => withLaterTexts(import('../installation/company-data/company-data-page.js')),
    'CompanyDataPage',
  ),
});

const numberingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/numbering',
  component: lazyRouteComponent(() => withLaterTexts(import('../invoicing/series/series-page.js')), 'SeriesPage'),
});

const taxRatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tax-rates',
  component: lazyRouteComponent(
    () => withLaterTexts(import('../invoicing/tax-rates/tax-rates-page.js')),
    'TaxRatesPage',
  ),
});

/** Clients, payments, credit notes, emails, and the company. */
export const moneyRoutes = [
  clientsRoute,
  newClientRoute,
  importClientsRoute,
  clientRoute,
  editClientRoute,
  paymentsRoute,
  newPaymentRoute,
  paymentRoute,
  creditNotesRoute,
  newCreditNoteRoute,
  creditNoteRoute,
  mailsRoute,
  mailRoute,
  companyRoute,
  companyDataRoute,
  numberingRoute,
  taxRatesRoute,
] as const;
