import type { CreatedApiKey } from '@billhook/contract/identity/api-key';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { SecretField } from '@billhook/ui/components/secret-field';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadEnvFile } from './env-file.js';
import { TestKey } from './test-key.js';

interface KeyResultProps {
  readonly created: CreatedApiKey;
  /** The key was copied, downloaded or ticked as stored: the dialog may close. */
  readonly onStored: () => void;
  readonly onDone: () => void;
}

/** The one look at the secret. It lives in the state of the dialog alone: no cache, no address, no router state. */
export function KeyResult({ created, onStored, onDone }: KeyResultProps) {
  const { t } = useTexts('keyForms');
  const [saved, setSaved] = useState(false);
  const [ticked, setTicked] = useState(false);
  const { secret } = created;
  const store = () => {
    setSaved(true);
    onStored();
  };
  return (
    <Stack gap="lg">
      <Alert color="yellow" icon={<IconInfoCircle size={20} />}>
        {t('result.once')}
      </Alert>
      <SecretField label={t('result.secret')} value={secret} onCopied={store} autoFocus />
      <CodeBlock
        title={t('result.curl')}
        copyLabel={t('result.copyCurl')}
        wrap
        code={`curl -H 'Authorization: Bearer ${secret}' ${location.origin}/v1/me/permissions`}
      />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => {
            downloadEnvFile({ BILLHOOK_API_KEY: secret });
            store();
          }}
        >
          {t('result.download')}
        </Button>
        <TestKey secret={secret} />
      </Group>
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
    </Stack>
  );
}
