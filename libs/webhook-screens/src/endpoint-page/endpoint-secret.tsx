import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { WebhookSecretView } from '@billhook/contract/webhooks/endpoint-secret';
import { ErrorState } from '@billhook/ui/components/error-state';
import { SecretField } from '@billhook/ui/components/secret-field';
import { notify } from '@billhook/ui/notify';
import { useAction } from '@billhook/ui/use-action';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconEye, IconEyeOff, IconRotateClockwise2 } from '@tabler/icons-react';
import { useState } from 'react';
import { readSecret } from '../endpoints/endpoints.queries.js';
import { VerifySnippet } from '../endpoints/verify-snippet.js';
import { MayChange } from '../frame/may-change.js';
import { ActiveSecrets } from './active-secrets.js';
import { useRefreshSecrets } from './endpoint-secrets.queries.js';
import { RotateSecretDialog } from './rotate-secret-dialog.js';

/** The signing secrets. Hidden until they are requested; then kept only in the state of this section, until it is hidden or left. */
export function EndpointSecret({ endpoint }: { readonly endpoint: WebhookEndpointView }) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const read = useAction(readSecret);
  const refresh = useRefreshSecrets(endpoint.id);
  const [secret, setSecret] = useState<WebhookSecretView>();
  const [rotating, setRotating] = useState(false);

  const reveal = async () => {
    const result = await read.run(endpoint.id);
    if (result.ok) setSecret(result.value);
  };

  return (
    <section className="bh-panel pt-section" aria-labelledby="secret-title">
      <Stack gap="md">
        <div>
          <Title order={2} id="secret-title">
            {t('secrets.title')}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {t('secrets.lead')}
          </Text>
        </div>
        <ActiveSecrets endpointId={endpoint.id} onEnded={() => setSecret(undefined)} />
        {read.error && <ErrorState error={read.error} />}
        {secret && (
          <>
            <SecretField label={t('words.secret')} value={secret.secret} />
            {secret.previous.map((previous) => (
              <SecretField
                key={previous.secret}
                label={t('secret.previous', { when: format.dateTime(previous.expiresAt) })}
                value={previous.secret}
              />
            ))}
            <VerifySnippet secret={secret.secret} url={endpoint.url} />
          </>
        )}
        <MayChange otherwise={<Text size="sm">{t('viewOnly.secret')}</Text>}>
          <Group gap="sm">
            {secret ? (
              <Button variant="default" leftSection={<IconEyeOff size={16} />} onClick={() => setSecret(undefined)}>
                {t('secret.hide')}
              </Button>
            ) : (
              <Button
                variant="default"
                leftSection={<IconEye size={16} />}
                loading={read.pending}
                onClick={() => void reveal()}
              >
                {t('secret.reveal')}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconRotateClockwise2 size={16} />}
              onClick={() => setRotating(true)}
            >
              {t('words.rotateSecret')}
            </Button>
          </Group>
        </MayChange>
      </Stack>
      {rotating && (
        <RotateSecretDialog
          endpoint={endpoint}
          onClose={() => setRotating(false)}
          onRotated={(rotated) => {
            setSecret(rotated);
            setRotating(false);
            void refresh();
            notify.done(t('secret.rotated'));
          }}
        />
      )}
    </section>
  );
}
