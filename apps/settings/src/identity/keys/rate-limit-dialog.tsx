import type { ApiKeyView } from '@billhook/contract/identity/api-key';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useLimitKey } from './key.queries.js';

/** What the API takes. */
const MOST = 1_000_000;

/** How many requests a minute a key may make; for administrators. */
export function RateLimitDialog({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const { t } = useTexts('keyPage');
  const limit = useLimitKey(apiKey.id);
  const [typed, setTyped] = useState(apiKey.rateLimit === null ? '' : String(apiKey.rateLimit));
  const [wrong, setWrong] = useState(false);
  const save = () => {
    const text = typed.trim();
    const rateLimit = text === '' ? null : Number(text);
    if (rateLimit !== null && !(Number.isInteger(rateLimit) && rateLimit >= 1 && rateLimit <= MOST)) {
      return setWrong(true);
    }
    limit.start([{ rateLimit }], {
      onSuccess: () => {
        notify.done(t('rateLimit.done'));
        onClose();
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <ConfirmDialog
      title={t('rateLimit.title', { name: apiKey.name })}
      confirmLabel={t('rateLimit.save')}
      pending={limit.pending}
      error={limit.error}
      onConfirm={save}
      onClose={onClose}
    >
      <Text size="sm">{t('rateLimit.lead')}</Text>
      <form noValidate onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('rateLimit.label')}
          description={t('rateLimit.hint')}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={wrong && t('rateLimit.invalid')}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
        />
      </form>
    </ConfirmDialog>
  );
}
