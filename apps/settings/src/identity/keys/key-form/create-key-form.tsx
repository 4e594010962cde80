import type { CreateApiKey, CreatedApiKey, KeyPolicy } from '@billhook/contract/identity/key';
import type { KeyExpiry } from '@billhook/domain/identity/key-status';
import type { Permission } from '@billhook/domain/identity/permissions';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useFormat } from '@billhook/ui/use-format';
import { useCompanyTime } from '@billhook/ui/use-now';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { createApiKey } from '../keys.queries.js';
import { ExpiryCards } from './expiry-cards.js';
import { keySummary } from './key-summary.js';
import { NetworksField, useNetworkError } from './networks-field.js';
import { applyPreset, PermissionPicker, type PermissionChoice } from './permission-picker.js';
import { splitNetworks } from './split-networks.js';
import { useKeyErrors } from './use-key-errors.js';

/** The service member that a key is created for. */
export interface KeyMember {
  readonly id: number;
  readonly name: string;
  readonly permissions: readonly Permission[];
}

interface CreateKeyFormProps {
  /** The service member that the key is for; without one, the key belongs to the signed-in member. */
  readonly member: KeyMember | undefined;
  /** The permissions of the signed-in member. */
  readonly held: readonly Permission[];
  readonly policy: KeyPolicy;
  /** The permissions to select initially; without any, the read-only preset. */
  readonly wanted: readonly Permission[];
  readonly onCreated: (created: CreatedApiKey) => void;
  readonly onPlanRequired: () => void;
  readonly onCancel: () => void;
}

/** The id of the field, which gets the focus if it has the only error. */
const NETWORKS = 'key-networks';

interface CreateKeyValues {
  name: string;
  expiry: KeyExpiry;
  scopes: PermissionChoice;
  networks: string;
}

/**
 * The member's own read-only preset is sent by name: the server expands it to the permissions held at that moment. For another member it would accept
 * only what they hold.
 */
function bodyOf({ name, expiry, scopes, networks }: CreateKeyValues, isOwn: boolean): CreateApiKey {
  const asPreset = isOwn && scopes.preset === 'readOnly';
  const allowedCidrs = splitNetworks(networks);
  return {
    name: name.trim(),
    expiry,
    ...(asPreset ? { preset: 'readOnly' as const } : { scopes: [...scopes.scopes] }),
    ...(allowedCidrs.length > 0 && { allowedCidrs }),
  };
}

export function CreateKeyForm(props: CreateKeyFormProps) {
  const { member, held, policy, wanted, onCreated, onPlanRequired, onCancel } = props;
  const { t } = useTexts('keyForms');
  const format = useFormat();
  const create = useAction(createApiKey);
  const keyErrors = useKeyErrors();
  const networkError = useNetworkError(policy.cidrsRequired);
  const time = useCompanyTime();
  const [now] = useState(time);
  const name = useRef<HTMLInputElement>(null);
  const usable = member ? held.filter((permission) => member.permissions.includes(permission)) : held;
  const ticked = wanted.filter((permission) => usable.includes(permission));
  const form = useForm<CreateKeyValues>({
    initialValues: {
      name: '',
      expiry: '90d',
      scopes: applyPreset(ticked.length ? 'custom' : 'readOnly', usable, ticked),
      networks: '',
    },
    validate: {
      name: (value) => (value.trim() ? null : t('words:nameMissing')),
      scopes: ({ scopes }) => (scopes.length ? null : t('words:permissionsMissing')),
      networks: (value) => networkError(value) ?? null,
    },
  });

  // The dialog looked for its first field while the permissions were still loading.
  useEffect(() => name.current?.focus(), []);

  const submit = async (values: CreateKeyValues) => {
    const result = await create.run(bodyOf(values, member === undefined), member?.id);
    if (result.ok) return onCreated(result.value);
    const { error } = result;
    if (error.code === 'plan_required') return onPlanRequired();
    form.setErrors(keyErrors.byField(error));
  };
  const shownElsewhere = create.error && Object.keys(keyErrors.byField(create.error)).length > 0;

  return (
    <Stack gap="lg">
      <form
        id="create-key"
        noValidate
        onSubmit={form.onSubmit(
          (values) => void submit(values),
          (errors) => {
            if (errors['name']) return name.current?.focus();
            if (!errors['scopes']) document.getElementById(NETWORKS)?.focus();
          },
        )}
      >
        <Stack gap="lg">
          <TextInput
            ref={name}
            data-autofocus
            label={t('words:name')}
            description={t('create.nameHint')}
            placeholder={t('create.namePlaceholder')}
            maxLength={80}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <ExpiryCards
            value={form.values.expiry}
            error={form.errors['expiry']}
            onChange={(expiry) => form.setFieldValue('expiry', expiry)}
            policy={policy}
            now={now}
          />
          <PermissionPicker
            held={usable}
            lacks={(permission) =>
              member && held.includes(permission)
                ? t('create.notHeldByMember', { name: member.name })
                : t('create.notHeld')
            }
            value={form.values.scopes}
            error={form.errors['scopes']}
            onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          />
          <NetworksField
            id={NETWORKS}
            required={policy.cidrsRequired}
            value={form.values.networks}
            error={form.errors['networks']}
            onChange={(networks) => form.setFieldValue('networks', networks)}
          />
        </Stack>
      </form>
      <div className="bh-dialog-foot">
        <div className="st-summary" aria-live="polite">
          {keySummary(form.values.scopes.scopes, form.values.expiry, now, t, format)}
        </div>
        {create.error && !shownElsewhere && <ErrorState error={create.error} words={keyErrors.words(create.error)} />}
        <DialogButtons onCancel={onCancel}>
          <Button type="submit" form="create-key" loading={create.pending}>
            {t('create.submit')}
          </Button>
        </DialogButtons>
      </div>
    </Stack>
  );
}
