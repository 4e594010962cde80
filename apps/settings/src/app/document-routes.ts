import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { invoiceSearch } from '../invoicing/invoices/invoice-search.js';
import { quoteSearch } from '../invoicing/quotes/quote-search.js';
import { recordId, searchOf } from '../shared/workspace/list-search.js';
import { recordParams, rootRoute } from './root-route.js';

/** A new document can start from the page of its client. */
const newDocumentSearch = searchOf({ clientId: recordId });

const invoicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices',
  validateSearch: invoiceSearch,
  component: lazyRouteComponent(() => import('../invoicing/invoices/invoice-list-page.js'), 'InvoiceListPage'),
});

const newInvoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/new',
  validateSearch: newDocumentSearch,
  component: lazyRouteComponent(() => import('../invoicing/editor/new-document-page.js'), 'NewInvoicePage'),
});

const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$id',
  params: recordParams,
  component: lazyRouteComponent(() => import('../invoicing/invoices/invoice-page.js'), 'InvoicePage'),
});

const editInvoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$id/edit',
  params: recordParams,
  component: lazyRouteComponent(() => import('../invoicing/editor/edit-document-page.js'), 'EditInvoicePage'),
});

const quotesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/quotes',
  validateSearch: quoteSearch,
  component: lazyRouteComponent(() => import('../invoicing/quotes/quote-list-page.js'), 'QuoteListPage'),
});

const newQuoteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/quotes/new',
  validateSearch: newDocumentSearch,
  component: lazyRouteComponent(() => import('../invoicing/editor/new-document-page.js'), 'NewQuotePage'),
});

const quoteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/quotes/$id',
  params: recordParams,
  component: lazyRouteComponent(() => import('../invoicing/quotes/quote-page.js'), 'QuotePage'),
});

const editQuoteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/quotes/$id/edit',
  params: recordParams,
  component: lazyRouteComponent(() => import('../invoicing/editor/edit-document-page.js'), 'EditQuotePage'),
});

/** Invoices and quotes. */
export const documentRoutes = [
  invoicesRoute,
  newInvoiceRoute,
  invoiceRoute,
  editInvoiceRoute,
  quotesRoute,
  newQuoteRoute,
  quoteRoute,
  editQuoteRoute,
] as const;
