import { useSearch } from '@tanstack/react-router';
import { useSetSearch } from '../routing/use-webhooks-route.js';
import { endpointSearch, type EndpointSearch } from './endpoint-search.js';

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
