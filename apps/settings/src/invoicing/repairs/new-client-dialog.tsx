import type { ClientView } from '@billhook/contract/invoicing/client';
import { useTexts } from '@billhook/ui/use-texts';
import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormDialog } from '../../shared/forms/form-dialog.js';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { useCreateRecord } from '../../shared/workspace/records.js';
import { clientValues, createBody, type ClientValues } from '../clients/client-values.js';
import { ClientAddressFields, ClientTaxFields, useInvoicedClientRules } from './client-fields.js';

interface NewClientDialogProps {
  /** What was typed to find the client. */
  readonly name: string;
  /** Whether the client is for an invoice, which shows its address. */
  readonly addressed: boolean;
  readonly onCreated: (client: ClientView) => void;
  readonly onClose: () => void;
}

/** Creates a client over the unsaved document. */
export function NewClientDialog({ name, addressed, onCreated, onClose }: NewClientDialogProps) {
  const { t } = useTexts('repairs');
  const clients = useTexts('clients').t;
  const { company } = useSignedIn();
  const create = useCreateRecord('clients');
  const [initialValues] = useState(() => ({ ...clientValues(undefined, company.address?.country), name }));
  const form = useForm<ClientValues>({ initialValues, validate: useInvoicedClientRules(addressed) });
  const isPerson = form.values.kind === 'Individual';
  return (
    <FormDialog
      title={clients('form.createTitle')}
      wide
      form={form}
      save={create}
      changeOf={(values) => createBody(isPerson ? { ...values, vatNumber: '' } : values)}
      submitLabel={clients('form.submit')}
      exists={false}
      onSaved={onCreated}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={clients('words:name')}
        description={clients('form.nameHint')}
        required
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Checkbox
        label={t('client.individual')}
        checked={isPerson}
        onChange={(event) => form.setFieldValue('kind', event.currentTarget.checked ? 'Individual' : 'Business')}
      />
      <TextInput
        label={clients('words:email')}
        type="email"
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      {addressed && <ClientAddressFields form={form} />}
      <ClientTaxFields form={form} />
    </FormDialog>
  );
}
