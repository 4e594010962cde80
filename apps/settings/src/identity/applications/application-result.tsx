import type { CreatedApplication } from '@billhook/contract/identity/oauth/application';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { SecretField } from '@billhook/ui/components/secret-field';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { EnvFileButton } from '../session/env-file-button.js';
import { ShownOnce } from '../session/shown-once.js';

interface ApplicationResultProps {
  readonly created: CreatedApplication;
  readonly onStored: () => void;
  readonly onDone: () => void;
}

/** The client ID, and the client secret once. */
export function ApplicationResult({ created: { application, secret }, onStored, onDone }: ApplicationResultProps) {
  const { t } = useTexts('applications');
  const { clientId } = application;
  if (secret === null) {
    return (
      <Stack gap="lg">
        <Alert color="blue" icon={<IconInfoCircle size={20} />}>
          {t('result.public')}
        </Alert>
        <ClientId clientId={clientId} />
        <Group justify="flex-end">
          <Button onClick={onDone}>{t('forms:shownOnce.done')}</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <ShownOnce storedLabel={t('result.stored')} onStored={onStored} onDone={onDone}>
      {(store) => (
        <>
          <Alert color="yellow" icon={<IconInfoCircle size={20} />}>
            {t('result.once')}
          </Alert>
          <SecretField label={t('result.secret')} value={secret} onCopied={store} autoFocus />
          <ClientId clientId={clientId} />
          <div>
            <EnvFileButton
              variables={{ BILLHOOK_CLIENT_ID: clientId, BILLHOOK_CLIENT_SECRET: secret }}
              onSaved={store}
            />
          </div>
        </>
      )}
    </ShownOnce>
  );
}

function ClientId({ clientId }: { clientId: string }) {
  const { t } = useTexts('applications');
  return (
    <>
      <CodeBlock title={t('table.clientId')} copyLabel={t('result.copyClientId')} wrap code={clientId} />
      <Text size="sm">
        {t('result.next')}{' '}
        <Anchor href="/docs/build-an-application/" size="sm" underline="always" target="_blank">
          {t('guide')}
        </Anchor>
      </Text>
    </>
  );
}
