import type { AnsweringLinkView } from '@billhook/contract/invoicing/document-delivery';
import { CopyButton } from '@billhook/ui/components/copy-button';
import { Dialog } from '@billhook/ui/components/dialog';
import { copyText } from '@billhook/ui/copy-text';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { RecordAction } from '../../shared/workspace/record-actions.js';
import { useChangeRecord } from '../../shared/workspace/records.js';

/** Copies the client link. It is requested with each click, because no record contains it, and shown if the browser does not allow copying. */
export function useAnsweringLink(resource: 'invoices' | 'quotes', id: number) {
  const { t } = useTexts('documents');
  const ask = useChangeRecord<typeof resource, AnsweringLinkView>(resource, id);
  const [shown, setShown] = useState<string>();
  const request = (otherwise: (url?: string) => void, done?: () => void) =>
    ask.start([{ part: 'answering-link' }], {
      onSuccess: ({ url }) =>
        void copyText(url).then((copied) => {
          if (!copied) return otherwise(url);
          notify.done(t('answering.copied'));
          done?.();
        }),
      ...(done && { onError: () => otherwise() }),
    });
  const copy = () => request(setShown);
  /** After a click on another button. A browser may allow copying only after a click on the one that copies. */
  const copyNext = (done: () => void, otherwise: () => void) => request(otherwise, done);
  const dialog = shown && (
    <Dialog opened onClose={() => setShown(undefined)} title={t('answering.title')}>
      <Stack gap="md">
        <Text size="sm">{t(`answering.hint.${resource}`)}</Text>
        <Group gap={4} wrap="nowrap">
          <Text size="sm" className="bh-anywhere">
            {shown}
          </Text>
          <CopyButton text={shown} label={t('answering.copy')} />
        </Group>
      </Stack>
    </Dialog>
  );
  const action: RecordAction = {
    key: 'copyLink',
    label: t('answering.copy'),
    icon: IconCopy,
    run: copy,
    pending: ask.pending,
  };
  return { action, copy, copyNext, pending: ask.pending, error: ask.error, reset: ask.clear, dialog };
}
