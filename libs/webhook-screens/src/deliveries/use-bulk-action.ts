import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import { asApiError, type ApiError } from '@billhook/ui/api-fetch';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deliveryKeys, sendDeliveryAction, type DeliveryAction } from './deliveries.queries.js';

export interface BulkProgress {
  readonly action: DeliveryAction;
  readonly total: number;
  readonly done: number;
  readonly failures: readonly { readonly delivery: WebhookDeliveryView; readonly error: ApiError }[];
  readonly isRunning: boolean;
}

/** One public request for each delivery, one after the other. A failure does not stop the others. */
export function useBulkAction() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress>();
  const stopped = useRef(false);
  const run = async (action: DeliveryAction, deliveries: readonly WebhookDeliveryView[]) => {
    stopped.current = false;
    let now: BulkProgress = { action, total: deliveries.length, done: 0, failures: [], isRunning: true };
    setProgress(now);
    for (const delivery of deliveries) {
      if (stopped.current) break;
      try {
        await sendDeliveryAction(delivery.id, action);
        now = { ...now, done: now.done + 1 };
      } catch (cause) {
        now = { ...now, failures: [...now.failures, { delivery, error: asApiError(cause) }] };
      }
      setProgress(now);
    }
    await client.invalidateQueries({ queryKey: deliveryKeys.all });
    setProgress({ ...now, isRunning: false });
    return now;
  };
  const stop = () => void (stopped.current = true);
  return { progress, run, stop, clear: () => setProgress(undefined) };
}
