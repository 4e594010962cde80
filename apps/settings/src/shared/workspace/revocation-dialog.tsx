import { ConfirmDialog, type ConfirmDialogProps } from '@billhook/ui/components/confirm-dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

interface RevocationDialogProps {
  readonly title: string;
  /** The subject of the revocation, and its effect. */
  readonly sentences: readonly string[];
  readonly confirmLabel: string;
  /** Who can read the reason. */
  readonly reasonHint: string;
  readonly action: ConfirmDialogProps['action'];
  readonly onConfirm: (body: { reason?: string }) => void;
  readonly onClose: () => void;
}

/** Confirms the revocation of a key or an access, with an optional reason. */
export function RevocationDialog({ sentences, reasonHint, onConfirm, ...dialog }: RevocationDialogProps) {
  const { t } = useTexts('forms');
  const [reason, setReason] = useState('');
  const words = reason.trim();
  return (
    <ConfirmDialog danger {...dialog} onConfirm={() => onConfirm(words ? { reason: words } : {})}>
      <Stack gap={6}>
        {sentences.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </Stack>
      <TextInput
        label={t('reason')}
        description={reasonHint}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
