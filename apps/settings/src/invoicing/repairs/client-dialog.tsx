import type { ClientView } from '@billhook/contract/invoicing/client';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormDialog } from '../../shared/forms/form-dialog.js';
import { useHolds } from '../../shared/session/signed-in.js';
import { useChangeRecord } from '../../shared/workspace/records.js';
import { clientValues, updateBody, type ClientValues } from '../clients/client-values.js';
import { ClientAddressFields, ClientTaxFields, useInvoicedClientRules, type ClientField } from './client-fields.js';

interface ClientDialogProps {
  /** Undefined for a member who may not see clients. */
  readonly client: ClientView | undefined;
  /** The field that was missing, which gets the focus. */
  readonly field: ClientField;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** What an invoice must show of its client, over the unsaved document. */
export function ClientDialog({ client, ...props }: ClientDialogProps) {
  const { t } = useTexts('repairs');
  const writes = useHolds('client.write');
  if (client && writes) return <ClientDetailsForm client={client} {...props} />;
  return (
    <Dialog opened title={t('client.title')} onClose={props.onClose}>
      <Stack gap="md">
        <Text size="sm">{t('client.forbidden')}</Text>
        <DialogButtons closes onCancel={props.onClose} />
      </Stack>
    </Dialog>
  );
}

function ClientDetailsForm({ client: latest, field, onSaved, onClose }: ClientDialogProps & { client: ClientView }) {
  const { t } = useTexts('repairs');
  // Lists are reloaded in the background: the form keeps the version that it started with.
  const [client] = useState(latest);
  const [initialValues] = useState(() => clientValues(latest));
  const change = useChangeRecord('clients', client.id);
  const form = useForm<ClientValues>({ initialValues, validate: useInvoicedClientRules(field === 'line1') });
  return (
    <FormDialog
      title={client.name}
      wide
      form={form}
      save={change}
      changeOf={(values) => ({
        method: 'PATCH' as const,
        version: client.version,
        body: updateBody(values, client),
      })}
      submitLabel={t('words:save')}
      exists
      onSaved={onSaved}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('client.lead')}
      </Text>
      <ClientAddressFields form={form} field={field} />
      <ClientTaxFields form={form} field={field} />
    </FormDialog>
  );
}
