import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { clientSearch } from '../invoicing/clients/client-search.js';
import { creditNoteSearch, newCreditNoteSearch } from '../invoicing/credit-notes/credit-note-search.js';
import { mailSearch } from '../invoicing/mails/mail-search.js';
import { newPaymentSearch, paymentSearch } from '../invoicing/payments/payment-search.js';
import { withLaterTexts } from '../shared/texts/with-later-texts.js';
import { page, recordPage } from './root-route.js';

/** Clients, payments, credit notes, emails, and the company. */
export const moneyRoutes = [
  createRoute({
    ...page('/clients'),
    validateSearch: clientSearch,
    component: lazyRouteComponent(() => import('../invoicing/clients/client-list-page.js'), 'ClientListPage'),
  }),
  createRoute({
    ...page('/clients/new'),
    component: lazyRouteComponent(() => import('../invoicing/clients/client-form-pages.js'), 'NewClientPage'),
  }),
  createRoute({
    ...page('/clients/import'),
    component: lazyRouteComponent(
      () => withLaterTexts(import('../invoicing/client-import/client-import-page.js')),
      'ClientImportPage',
    ),
  }),
  createRoute({
    ...recordPage('/clients/$id'),
    component: lazyRouteComponent(() => withLaterTexts(import('../invoicing/clients/client-page.js')), 'ClientPage'),
  }),
  createRoute({
    ...recordPage('/clients/$id/edit'),
    component: lazyRouteComponent(() => import('../invoicing/clients/client-form-pages.js'), 'EditClientPage'),
  }),
  createRoute({
    ...page('/payments'),
    validateSearch: paymentSearch,
    component: lazyRouteComponent(() => import('../invoicing/payments/payment-list-page.js'), 'PaymentListPage'),
  }),
  createRoute({
    ...page('/payments/new'),
    validateSearch: newPaymentSearch,
    component: lazyRouteComponent(() => import('../invoicing/payments/new-payment-page.js'), 'NewPaymentPage'),
  }),
  createRoute({
    ...recordPage('/payments/$id'),
    component: lazyRouteComponent(() => import('../invoicing/payments/payment-page.js'), 'PaymentPage'),
  }),
  createRoute({
    ...page('/credit-notes'),
    validateSearch: creditNoteSearch,
    component: lazyRouteComponent(
      () => withLaterTexts(import('../invoicing/credit-notes/credit-note-list-page.js')),
      'CreditNoteListPage',
    ),
  }),
  createRoute({
    ...page('/credit-notes/new'),
    validateSearch: newCreditNoteSearch,
    component: lazyRouteComponent(
      () => withLaterTexts(import('../invoicing/credit-notes/new-credit-note-page.js')),
      'NewCreditNotePage',
    ),
  }),
  createRoute({
    ...recordPage('/credit-notes/$id'),
    component: lazyRouteComponent(
      () => withLaterTexts(import('../invoicing/credit-notes/credit-note-page.js')),
      'CreditNotePage',
    ),
  }),
  createRoute({
    ...page('/mails'),
    validateSearch: mailSearch,
    component: lazyRouteComponent(() => withLaterTexts(import('../invoicing/mails/mail-list-page.js')), 'MailListPage'),
  }),
  createRoute({
    ...recordPage('/mails/$id'),
    component: lazyRouteComponent(() => withLaterTexts(import('../invoicing/mails/mail-page.js')), 'MailPage'),
  }),
  createRoute({
    ...page('/company'),
    component: lazyRouteComponent(() => withLaterTexts(import('../identity/company/company-page.js')), 'CompanyPage'),
  }),
  createRoute({
    ...page('/company-data'),
    component: lazyRouteComponent(
      () => withLaterTexts(import('../installation/company-data/company-data-page.js')),
      'CompanyDataPage',
    ),
  }),
  createRoute({
    ...page('/numbering'),
    component: lazyRouteComponent(() => withLaterTexts(import('../invoicing/series/series-page.js')), 'SeriesPage'),
  }),
  createRoute({
    ...page('/tax-rates'),
    component: lazyRouteComponent(
      () => withLaterTexts(import('../invoicing/tax-rates/tax-rates-page.js')),
      'TaxRatesPage',
    ),
  }),
] as const;
