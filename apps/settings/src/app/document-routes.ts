import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { invoiceSearch } from '../invoicing/invoices/invoice-search.js';
import { quoteSearch } from '../invoicing/quotes/quote-search.js';
import { recordId, searchOf } from '../shared/workspace/list-search.js';
import { page, recordPage } from './root-route.js';

/** A new document can start from the page of its client. */
const newDocumentSearch = searchOf({ clientId: recordId });

/** Invoices and quotes. */
export const documentRoutes = [
  createRoute({
    ...page('/invoices'),
    validateSearch: invoiceSearch,
    component: lazyRouteComponent(() => import('../invoicing/invoices/invoice-list-page.js'), 'InvoiceListPage'),
  }),
  createRoute({
    ...page('/invoices/new'),
    validateSearch: newDocumentSearch,
    component: lazyRouteComponent(() => import('../invoicing/editor/new-document-page.js'), 'NewInvoicePage'),
  }),
  createRoute({
    ...recordPage('/invoices/$id'),
    component: lazyRouteComponent(() => import('../invoicing/invoices/invoice-page.js'), 'InvoicePage'),
  }),
  createRoute({
    ...recordPage('/invoices/$id/edit'),
    component: lazyRouteComponent(() => import('../invoicing/editor/edit-document-page.js'), 'EditInvoicePage'),
  }),
  createRoute({
    ...page('/quotes'),
    validateSearch: quoteSearch,
    component: lazyRouteComponent(() => import('../invoicing/quotes/quote-list-page.js'), 'QuoteListPage'),
  }),
  createRoute({
    ...page('/quotes/new'),
    validateSearch: newDocumentSearch,
    component: lazyRouteComponent(() => import('../invoicing/editor/new-document-page.js'), 'NewQuotePage'),
  }),
  createRoute({
    ...recordPage('/quotes/$id'),
    component: lazyRouteComponent(() => import('../invoicing/quotes/quote-page.js'), 'QuotePage'),
  }),
  createRoute({
    ...recordPage('/quotes/$id/edit'),
    component: lazyRouteComponent(() => import('../invoicing/editor/edit-document-page.js'), 'EditQuotePage'),
  }),
] as const;
