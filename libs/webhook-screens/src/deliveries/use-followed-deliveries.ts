import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useDeliveries, useNewestDeliveries } from './deliveries.queries.js';
import { deliveryQuery, type DeliveryFilters } from './delivery-search.js';
import { followedRows } from './tail.rules.js';

/**
 * The log with its newest deliveries. While the reader is below its start, new ones are held back, so that nothing moves.
 * @param follow whether to read the newest ones continuously
 */
export function useFollowedDeliveries(filters: DeliveryFilters, follow: boolean) {
  const key = JSON.stringify(filters);
  // A period ends at the time when the filters were set, because the cursors of later pages require the same query.
  const params = useMemo(() => deliveryQuery(JSON.parse(key) as DeliveryFilters, new Date()), [key]);
  const list = useDeliveries(params);
  const newest = useNewestDeliveries(params, follow && list.isSuccess);
  const [top, setTop] = useState<WebhookDeliveryView>();
  const loaded = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const { rows, held, hasGap } = followedRows(loaded, newest.data?.data, newest.data?.page.hasMore === false, top);

  const { refetch, isFetching } = list;
  const isMissing = hasGap && top === undefined && !isFetching;
  useEffect(() => {
    if (isMissing) void refetch();
  }, [isMissing, refetch]);

  const first = useRef<WebhookDeliveryView>(undefined);
  useEffect(() => {
    first.current = rows[0];
  });
  const start = useStart((isThere) => setTop(isThere ? undefined : first.current));
  const showNew = useCallback(() => {
    setTop(undefined);
    start.current?.scrollIntoView({ block: 'center' });
  }, [start]);
  return { list, rows, held, start, showNew, isWhole: !list.hasNextPage };
}

/** A ref for an element at the start of the log. Reports whether it is above the visible part of the page. */
function useStart(onChange: (isThere: boolean) => void) {
  const start = useRef<HTMLDivElement>(null);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  useEffect(() => {
    if (!start.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) report.current(entry.isIntersecting || entry.boundingClientRect.top > 0);
    });
    observer.observe(start.current);
    return () => observer.disconnect();
  }, []);
  return start;
}
