import type { CreatedApiKey } from '@billhook/contract/identity/key';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { SecretField } from '@billhook/ui/components/secret-field';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Group } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { EnvFileButton } from '../../session/env-file-button.js';
import { ShownOnce } from '../../session/shown-once.js';
import { TestKey } from './test-key.js';

interface KeyResultProps {
  readonly created: CreatedApiKey;
  readonly onStored: () => void;
  readonly onDone: () => void;
}

/** The secret of a key, with a command and a button that try it. */
export function KeyResult({ created: { secret }, onStored, onDone }: KeyResultProps) {
  const { t } = useTexts('keyForms');
  return (
    <ShownOnce storedLabel={t('result.stored')} onStored={onStored} onDone={onDone}>
      {(store) => (
        <>
          <Alert color="yellow" icon={<IconInfoCircle size={20} />}>
            {t('result.once')}
          </Alert>
          <SecretField label={t('words:secret')} value={secret} onCopied={store} autoFocus />
          <CodeBlock
            title={t('result.curl')}
            copyLabel={t('words:copyCommand')}
            wrap
            code={`curl -H 'Authorization: Bearer ${secret}' ${location.origin}/v1/me/permissions`}
          />
          <Group gap="sm">
            <EnvFileButton variables={{ BILLHOOK_API_KEY: secret }} onSaved={store} />
            <TestKey secret={secret} />
          </Group>
        </>
      )}
    </ShownOnce>
  );
}
