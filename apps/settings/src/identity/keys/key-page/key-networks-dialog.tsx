import type { ApiKeyView } from '@billhook/contract/identity/key';
import { asApiError } from '@billhook/ui/api-fetch';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { ErrorState } from '@billhook/ui/components/error-state';
import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { NetworksField, useNetworkError } from '../key-form/networks-field.js';
import { splitNetworks } from '../key-form/split-networks.js';
import { useKeyErrors } from '../key-form/use-key-errors.js';
import { useUpdateKey } from '../key.queries.js';
import { useKeyPolicy, type KeyOwner } from '../keys.queries.js';

interface KeyNetworksDialogProps {
  readonly owner: KeyOwner;
  readonly apiKey: ApiKeyView;
  readonly onClose: () => void;
}

/** Changes the allowed networks of a key. */
export function KeyNetworksDialog({ owner, apiKey, onClose }: KeyNetworksDialogProps) {
  const { t } = useTexts('keyPage');
  const update = useUpdateKey(owner, apiKey.id);
  const keyErrors = useKeyErrors();
  const required = useKeyPolicy().data?.cidrsRequired ?? false;
  const networkError = useNetworkError(required);
  const [typed, setTyped] = useState(apiKey.allowedCidrs.join('\n'));
  const [wrong, setWrong] = useState<string>();
  const error = update.error && asApiError(update.error);
  const ofField = error ? keyErrors.byField(error)['networks'] : undefined;

  const save = () => {
    const fieldError = networkError(typed);
    setWrong(fieldError);
    if (fieldError) return document.getElementById('networks')?.focus();
    update.start([{ allowedCidrs: splitNetworks(typed) }], closeAndNotify(onClose, t('networks.done')));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };

  return (
    <Dialog opened onClose={onClose} title={t('networks.title', { name: apiKey.name })}>
      <Stack gap="md">
        <form id="change-networks" noValidate onSubmit={submit}>
          <NetworksField
            id="networks"
            autoFocus
            required={required}
            value={typed}
            error={wrong ?? ofField}
            onChange={(text) => {
              setTyped(text);
              setWrong(undefined);
            }}
          />
        </form>
        <Text size="sm">{t('networks.effect')}</Text>
        {error && !ofField && <ErrorState error={error} words={keyErrors.words(error)} />}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" form="change-networks" loading={update.pending}>
            {t('words:save')}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
