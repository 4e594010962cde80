import type { ApiKeyView } from '@billhook/contract/identity/key';
import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { useLimitKey } from '../key.queries.js';
import { OneLineDialog } from './one-line-dialog.js';

/** The maximum that the API accepts. */
const MOST = 1_000_000;

/** The maximum number of requests per minute of a key; for administrators. */
export function KeyRateLimitDialog({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const { t } = useTexts('keyPage');
  const limit = useLimitKey(apiKey.id);
  const save = (text: string) => {
    const rateLimit = text === '' ? null : Number(text);
    if (rateLimit !== null && !(Number.isInteger(rateLimit) && rateLimit >= 1 && rateLimit <= MOST)) {
      return t('rateLimit.invalid');
    }
    limit.start([{ rateLimit }], closeAndNotify(onClose, t('rateLimit.done')));
    return undefined;
  };
  return (
    <OneLineDialog
      title={t('rateLimit.title', { name: apiKey.name })}
      confirmLabel={t('words:save')}
      initial={apiKey.rateLimit === null ? '' : String(apiKey.rateLimit)}
      field={{ label: t('rateLimit.label'), description: t('rateLimit.hint'), inputMode: 'numeric' }}
      action={limit}
      onSave={save}
      onClose={onClose}
    >
      <Text size="sm">{t('rateLimit.lead')}</Text>
    </OneLineDialog>
  );
}
