import type { WebhookEndpointView } from '@billhook/contract/webhooks/webhook-endpoint';
import { Dialog } from '@billhook/ui/components/dialog';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { EndpointForm, type EndpointValues } from './endpoint-form.js';
import { useUpdateEndpoint } from './endpoints.queries.js';

export function EditEndpointDialog({ endpoint, onClose }: { endpoint: WebhookEndpointView; onClose: () => void }) {
  const { t } = useTexts('portal');
  const update = useUpdateEndpoint(endpoint.id);
  const submit = async ({ url, description, eventTypes }: EndpointValues) => {
    const result = await update.run({ url, eventTypes, description: description || null });
    if (!result.ok) return result.error;
    notify.done(t('form.saved'));
    onClose();
    return undefined;
  };
  return (
    <Dialog opened size="xl" closeOnClickOutside={false} title={t('form.editTitle')} onClose={onClose}>
      <EndpointForm
        initial={{ url: endpoint.url, description: endpoint.description ?? '', eventTypes: endpoint.eventTypes }}
        filter={endpoint.filter}
        submitLabel={t('form.save')}
        pending={update.pending}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  );
}
