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

interface Replaced {
  readonly to: '.';
  readonly search: object;
  readonly replace: boolean;
}

/** The type of a search is that of every route of the program that shows the page, which a library does not know. */
const useSetSearch = useNavigate as unknown as () => (next: Replaced) => Promise<void>;

/** The filters and the open delivery of the address. */
export function useDeliverySearch(): [DeliverySearch, (next: DeliverySearch) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useSetSearch();
  return [deliverySearch(search), (next) => void navigate({ to: '.', search: next, replace: true })];
}

/** The tab, the range of the plots and the deliveries of an endpoint's page. Another tab is another entry of the history. */
export function useEndpointSearch(): [EndpointSearch, (next: EndpointSearch) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useSetSearch();
  const current = endpointSearch(search);
  const open = (next: EndpointSearch) => {
    const replace = (next.tab ?? 'overview') === (current.tab ?? 'overview');
    void navigate({ to: '.', search: endpointSearch({ ...next }), replace });
  };
  return [current, open];
}
