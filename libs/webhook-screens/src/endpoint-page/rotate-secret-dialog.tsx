import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { WebhookSecretView } from '@billhook/contract/webhooks/endpoint-secret';
import { LONGEST_OVERLAP_HOURS, MOST_LIVE_SECRETS } from '@billhook/domain/shared/webhook-limits';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { rotateSecret } from '../endpoints/endpoints.queries.js';

/** Hours for which both secrets sign. */
const OVERLAPS = [0, 1, 24, 168] as const;
const TEXTS = { 0: 'secret.overlap0', 1: 'secret.overlap1', 24: 'secret.overlap24', 168: 'secret.overlap168' } as const;
const SCHEMES = ['v1', 'v1a'] as const;

interface RotateSecretDialogProps {
  readonly endpoint: Pick<WebhookEndpointView, 'id' | 'signatureScheme'>;
  readonly onRotated: (secret: WebhookSecretView) => void;
  readonly onClose: () => void;
}

/** A new secret: for how long the old one signs as well, and by which scheme the new one signs. */
export function RotateSecretDialog({ endpoint, onRotated, onClose }: RotateSecretDialogProps) {
  const { t } = useTexts('portal');
  const rotate = useAction(rotateSecret);
  const [overlap, setOverlap] = useState('24');
  const [own, setOwn] = useState('48');
  const [scheme, setScheme] = useState<(typeof SCHEMES)[number]>(endpoint.signatureScheme);
  const confirm = async () => {
    const overlapHours = Number(overlap === 'own' ? own : overlap);
    const result = await rotate.run(endpoint.id, { overlapHours, scheme });
    if (result.ok) onRotated(result.value);
  };
  const fieldError = rotate.error?.errors.find(({ pointer }) => pointer === '/overlapHours');
  return (
    <ConfirmDialog
      title={t('secret.rotateTitle')}
      confirmLabel={t('words.rotateSecret')}
      action={fieldError ? { pending: rotate.pending } : rotate}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Text size="sm">{t('secret.rotateBody', { most: MOST_LIVE_SECRETS })}</Text>
      <Radio.Group label={t('secret.overlap')} value={overlap} onChange={setOverlap}>
        <Stack gap="xs" mt="xs">
          {OVERLAPS.map((hours) => (
            <Radio key={hours} value={String(hours)} label={t(TEXTS[hours])} />
          ))}
          <Radio value="own" label={t('secrets.overlapOwn')} />
        </Stack>
      </Radio.Group>
      {overlap === 'own' && (
        <TextInput
          label={t('secrets.overlapHours', { most: LONGEST_OVERLAP_HOURS })}
          inputMode="numeric"
          maw={320}
          value={own}
          error={fieldError?.message}
          onChange={(event) => setOwn(event.currentTarget.value)}
        />
      )}
      <Radio.Group
        label={t('secrets.rotateScheme')}
        value={scheme}
        onChange={(value) => setScheme(SCHEMES.find((known) => known === value) ?? 'v1')}
      >
        <Stack gap="xs" mt="xs">
          {SCHEMES.map((each) => (
            <Radio key={each} value={each} label={t(`secrets.rotateSchemes.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}
