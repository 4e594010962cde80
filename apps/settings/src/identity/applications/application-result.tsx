import type { CreatedApplication } from '@billhook/contract/identity/oauth/application';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { SecretField } from '@billhook/ui/components/secret-field';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadEnvFile } from '../keys/env-file.js';

interface ApplicationResultProps {
  readonly created: CreatedApplication;
  /** The secret was copied, downloaded or confirmed as saved: the dialog may close. */
  readonly onStored: () => void;
  readonly onDone: () => void;
}

/** The client ID, and the client secret once. The secret is only in the state of the dialog: in no cache, address or router state. */
export function ApplicationResult({ created, onStored, onDone }: ApplicationResultProps) {
  const { t } = useTexts('applications');
  const [saved, setSaved] = useState(false);
  const [ticked, setTicked] = useState(false);
  const { application, secret } = created;
  const store = () => {
    setSaved(true);
    onStored();
  };
  return (
    <Stack gap="lg">
      <Alert color={secret === null ? 'blue' : 'yellow'} icon={<IconInfoCircle size={20} />}>
        {t(secret === null ? 'result.public' : 'result.once')}
      </Alert>
      {secret !== null && <SecretField label={t('result.secret')} value={secret} onCopied={store} autoFocus />}
      <CodeBlock title={t('result.clientId')} copyLabel={t('result.copyClientId')} wrap code={application.clientId} />
      <Text size="sm">
        {t('result.next')}{' '}
        <Anchor href="/docs/build-an-application/" size="sm" underline="always" target="_blank">
          {t('guide')}
        </Anchor>
      </Text>
      {secret === null ? (
        <Group justify="flex-end">
          <Button onClick={onDone}>{t('result.done')}</Button>
        </Group>
      ) : (
        <>
          <div>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              onClick={() => {
                downloadEnvFile({
                  BILLHOOK_CLIENT_ID: application.clientId,
                  BILLHOOK_CLIENT_SECRET: secret,
                });
                store();
              }}
            >
              {t('result.download')}
            </Button>
          </div>
          <Group justify="space-between" gap="sm">
            <Checkbox
              label={t('result.stored')}
              checked={ticked}
              onChange={(event) => {
                setTicked(event.currentTarget.checked);
                if (event.currentTarget.checked) onStored();
              }}
            />
            <Button onClick={onDone} disabled={!saved && !ticked}>
              {t('result.done')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
