import type { WebhookSecretView } from '@billhook/contract/webhooks/webhook-endpoint';
import { MOST_LIVE_SECRETS } from '@billhook/domain/shared/webhook-limits';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { rotateSecret } from './endpoints.queries.js';

/** Hours for which both secrets sign. */
const OVERLAPS = [0, 1, 24, 168] as const;
const TEXTS = { 0: 'secret.overlap0', 1: 'secret.overlap1', 24: 'secret.overlap24', 168: 'secret.overlap168' } as const;

interface RotateSecretDialogProps {
  readonly endpointId: number;
  readonly onRotated: (secret: WebhookSecretView) => void;
  readonly onClose: () => void;
}

export function RotateSecretDialog({ endpointId, onRotated, onClose }: RotateSecretDialogProps) {
  const { t } = useTexts('portal');
  const rotate = useAction(rotateSecret);
  const [overlapHours, setOverlapHours] = useState<(typeof OVERLAPS)[number]>(24);
  const confirm = async () => {
    const result = await rotate.run(endpointId, { overlapHours });
    if (result.ok) onRotated(result.value);
  };
  return (
    <ConfirmDialog
      title={t('secret.rotateTitle')}
      confirmLabel={t('secret.rotateConfirm')}
      pending={rotate.pending}
      error={rotate.error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Text size="sm">{t('secret.rotateBody', { most: MOST_LIVE_SECRETS })}</Text>
      <Radio.Group
        label={t('secret.overlap')}
        value={String(overlapHours)}
        onChange={(value) => setOverlapHours(OVERLAPS.find((hours) => String(hours) === value) ?? 24)}
      >
        <Stack gap="xs" mt="xs">
          {OVERLAPS.map((hours) => (
            <Radio key={hours} value={String(hours)} label={t(TEXTS[hours])} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}
