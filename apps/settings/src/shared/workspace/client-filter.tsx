import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { ClientName } from './client-name.js';

/** Shows that a list is of one client, as its page links to it, and lets go of that. */
export function ClientFilter({ id, onClear }: { id: number | undefined; onClear: () => void }) {
  const { t } = useTexts('documents');
  if (id === undefined) return null;
  return (
    <Button
      variant="light"
      rightSection={<IconX size={14} aria-hidden="true" />}
      onClick={onClear}
      title={t('anyClient')}
    >
      <ClientName id={id} />
    </Button>
  );
}
