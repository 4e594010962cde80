import { withTexts } from './texts/with-texts.js';

/**
 * The webhook pages, by their path from the base. The portal and the settings create their routes from this table. A page validates the
 * filters of its address itself: the first load then carries none of them.
 */
export const WEBHOOK_PAGES = [
  {
    path: '/',
    page: () => import('./endpoint-list/endpoints-page.js').then(({ EndpointsPage }) => ({ default: EndpointsPage })),
  },
  {
    path: '/endpoints/$endpointId',
    page: () =>
      withTexts(import('./endpoint-page/endpoint-page.js')).then(({ EndpointPage }) => ({ default: EndpointPage })),
  },
  {
    path: '/deliveries',
    page: () =>
      withTexts(import('./deliveries/deliveries-page.js')).then(({ DeliveriesPage }) => ({ default: DeliveriesPage })),
  },
  {
    path: '/event-types',
    page: () =>
      withTexts(import('./event-types/event-types-page.js')).then(({ EventTypesPage }) => ({
        default: EventTypesPage,
      })),
  },
  {
    path: '/event-types/$eventType',
    page: () =>
      withTexts(import('./event-types/event-type-page.js')).then(({ EventTypePage }) => ({ default: EventTypePage })),
  },
  {
    path: '/signature-check',
    page: () =>
      withTexts(import('./signature-check/signature-check-page.js')).then(({ SignatureCheckPage }) => ({
        default: SignatureCheckPage,
      })),
  },
];

/** Former paths of pages, which bookmarks contain. */
export const MOVED_WEBHOOK_PAGES: readonly { readonly from: string; readonly to: string }[] = [
  { from: '/doctor', to: '/signature-check' },
];
