import { useSearch } from '@tanstack/react-router';
import { useSetSearch } from '../routing/use-webhooks-route.js';
import { deliverySearch, type DeliverySearch } from './delivery-search.js';

/** The filters and the open delivery of the address. */
export function useDeliverySearch(): [DeliverySearch, (next: DeliverySearch) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useSetSearch();
  return [deliverySearch(search), (next) => void navigate({ to: '.', search: next, replace: true })];
}
