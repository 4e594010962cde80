import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { ClientName } from './client-name.js';

/** Shows that a list is filtered by one client, with a button that removes the filter. */
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
