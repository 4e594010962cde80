import { deliverySearch } from './deliveries/delivery-search.js';

/** The webhook pages, by their path from the base. The portal and the settings create their routes from this table. */
export const WEBHOOK_PAGES = [
  {
    path: '/',
    page: () => import('./endpoints/endpoints-page.js').then(({ EndpointsPage }) => ({ default: EndpointsPage })),
  },
  {
    path: '/endpoints/$endpointId',
    search: deliverySearch,
    page: () => import('./endpoints/endpoint-page.js').then(({ EndpointPage }) => ({ default: EndpointPage })),
  },
  {
    path: '/deliveries',
    search: deliverySearch,
    page: () => import('./deliveries/deliveries-page.js').then(({ DeliveriesPage }) => ({ default: DeliveriesPage })),
  },
];
