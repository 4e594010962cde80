import type { CreateApiKey, CreatedApiKey } from '@billhook/contract/api-key';
import type { KeyExpiry } from '@billhook/domain/api-key';
import type { Permission } from '@billhook/domain/permissions';
import { faultsByField } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useFormat } from '@billhook/ui/use-format';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExpiryCards } from './expiry-cards.js';
import { keySummary } from './key-summary.js';
import { applyPreset, PermissionPicker, type PermissionChoice } from './permission-picker.js';
import { createApiKey } from './queries.js';
import { StepUpPrompt } from './step-up-prompt.js';

interface CreateKeyFormProps {
  readonly held: readonly Permission[];
  /** Permissions to tick at the start; without any, the read-only preset. */
  readonly wanted: readonly Permission[];
  readonly onCreated: (created: CreatedApiKey) => void;
  readonly onPlanRequired: () => void;
  readonly onCancel: () => void;
}

interface Values {
  name: string;
  expiry: KeyExpiry;
  scopes: PermissionChoice;
}

/** The read-only preset goes as such: the server expands it from what the member holds at that moment. */
function bodyOf({ name, expiry, scopes }: Values): CreateApiKey {
  const what = scopes.preset === 'readOnly' ? { preset: 'readOnly' as const } : { scopes: [...scopes.scopes] };
  return { name: name.trim(), expiry, ...what };
}

export function CreateKeyForm({ held, wanted, onCreated, onPlanRequired, onCancel }: CreateKeyFormProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const create = useAction(createApiKey);
  const [stepUp, setStepUp] = useState(false);
  const [now] = useState(() => new Date());
  const name = useRef<HTMLInputElement>(null);
  const usable = wanted.filter((permission) => held.includes(permission));
  const form = useForm<Values>({
    initialValues: {
      name: '',
      expiry: '90d',
      scopes: applyPreset(usable.length ? 'custom' : 'readOnly', held, usable),
    },
    validate: {
      name: (value) => (value.trim() ? null : t('create.nameMissing')),
      scopes: ({ scopes }) => (scopes.length ? null : t('create.permissionsMissing')),
    },
  });

  // The dialog looked for its first field while the permissions were still on their way.
  useEffect(() => name.current?.focus(), []);

  const submit = async (values: Values) => {
    const result = await create.run(bodyOf(values));
    if (result.ok) return onCreated(result.value);
    const { error } = result;
    if (error.code === 'plan_required') return onPlanRequired();
    setStepUp(error.code === 'step_up_required');
    form.setErrors(faultsByField(error));
  };
  const shownElsewhere =
    create.error?.code === 'step_up_required' || (create.error && Object.keys(faultsByField(create.error)).length > 0);

  return (
    <Stack gap="lg">
      <form
        id="create-key"
        noValidate
        onSubmit={form.onSubmit(
          (values) => void submit(values),
          (errors) => errors['name'] && name.current?.focus(),
        )}
      >
        <Stack gap="lg">
          <TextInput
            ref={name}
            data-autofocus
            label={t('create.name')}
            description={t('create.nameHint')}
            placeholder={t('create.namePlaceholder')}
            maxLength={80}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <ExpiryCards
            value={form.values.expiry}
            onChange={(expiry) => form.setFieldValue('expiry', expiry)}
            now={now}
          />
          <PermissionPicker
            held={held}
            value={form.values.scopes}
            error={form.errors['scopes']}
            onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          />
        </Stack>
      </form>
      <div className="bh-dialog-foot">
        <div className="st-summary" aria-live="polite">
          {keySummary(form.values.scopes.scopes, form.values.expiry, now, t, format)}
        </div>
        {create.error && !shownElsewhere && <ErrorState error={create.error} />}
        {stepUp ? (
          <StepUpPrompt pending={create.pending} onConfirmed={() => void submit(form.values)} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel}>
              {t('cancel', { ns: 'ui' })}
            </Button>
            <Button type="submit" form="create-key" loading={create.pending}>
              {t('create.submit')}
            </Button>
          </Group>
        )}
      </div>
    </Stack>
  );
}
