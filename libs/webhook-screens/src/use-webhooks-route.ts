import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useContext } from 'react';
import { deliverySearch, type DeliverySearch } from './deliveries/delivery-search.js';
import { endpointSearch, type EndpointSearch } from './endpoints/endpoint-search.js';
import { WebhooksBase } from './webhooks-base.js';

/** Opens another webhook page, given from the base. */
export function useOpenWebhooksPage(): (to: string) => void {
  const base = useContext(WebhooksBase);
  const navigate = useNavigate();
  return (to) => void navigate({ to: base + to });
}

/** A parameter of the path, as `eventType`. */
export function useTextInPath(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name] ?? '';
}

/** A parameter of the path, as `endpointId`. */
export function useNumberInPath(name: string): number {
  return Number(useTextInPath(name));
}

/** The filters and the open delivery of the address. */
export function useDeliverySearch(): [DeliverySearch, (next: DeliverySearch) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  // The type is that of every route of the program that shows the page, which a library does not know.
  return [deliverySearch(search), (next) => void navigate({ to: '.', search: next as never, replace: true })];
}

/** The tab, the range of the plots and the deliveries of an endpoint's page. Another tab is another entry of the history. */
export function useEndpointSearch(): [EndpointSearch, (next: EndpointSearch) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const current = endpointSearch(search);
  const open = (next: EndpointSearch) => {
    const replace = (next.tab ?? 'overview') === (current.tab ?? 'overview');
    void navigate({ to: '.', search: endpointSearch({ ...next }) as never, replace });
  };
  return [current, open];
}
