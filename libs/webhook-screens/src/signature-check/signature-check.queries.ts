import type { WebhookDeliveryDetail } from '@billhook/contract/webhooks/delivery';
import type { DiagnoseWebhookRequest, WebhookDiagnosisView } from '@billhook/contract/webhooks/diagnosis';
import { apiFetch } from '@billhook/ui/api-fetch';

const API = '/portal/api';

/** For `useAction`: the request and its diagnosis are not cached. */
export function diagnoseRequest(endpointId: number, body: DiagnoseWebhookRequest): Promise<WebhookDiagnosisView> {
  return apiFetch<WebhookDiagnosisView>(`${API}/webhook-endpoints/${endpointId}/diagnose`, { method: 'POST', body });
}

/** For `useAction`: a delivery with the exact request of its attempts. */
export function readDelivery(id: number): Promise<WebhookDeliveryDetail> {
  return apiFetch<WebhookDeliveryDetail>(`${API}/webhook-deliveries/${id}`);
}
