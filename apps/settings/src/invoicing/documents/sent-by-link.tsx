import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { useAnsweringLink } from './use-answering-link.js';

interface SentByLinkProps {
  readonly resource: 'invoices' | 'quotes';
  readonly id: number;
  readonly onClose: () => void;
}

/** The next step after a document was sent by link and the browser did not allow copying it without a further click. */
export function SentByLink({ resource, id, onClose }: SentByLinkProps) {
  const { t } = useTexts('documents');
  const link = useAnsweringLink(resource, id);
  return (
    <Stack gap="md">
      <Text size="sm">{t(`sentByLink.${resource}`)}</Text>
      <Text size="sm" c="dimmed">
        {t(`answering.hint.${resource}`)}
      </Text>
      {link.error && <ChangeError error={link.error} onReload={link.reset} />}
      <DialogButtons closes onCancel={onClose}>
        <Button
          data-autofocus
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          loading={link.pending}
          onClick={link.copy}
        >
          {t('answering.copy')}
        </Button>
      </DialogButtons>
      {link.dialog}
    </Stack>
  );
}
