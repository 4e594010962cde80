import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { Alert, Button } from '@mantine/core';
import { IconCheck, IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { useKeyFormTexts } from '../texts/key-forms.js';
import { tryKey } from './queries.js';

/** Makes the first real call with the key and shows what the API said. */
export function TestKey({ secret }: { secret: string }) {
  const { t } = useKeyFormTexts();
  const [permissions, setPermissions] = useState<readonly string[]>();
  const test = useAction(tryKey);
  const run = async () => {
    const result = await test.run(secret);
    setPermissions(result.ok ? result.value.effective : undefined);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} />}
        loading={test.pending}
        onClick={() => void run()}
      >
        {t('result.test')}
      </Button>
      {test.error && <ErrorState title={t('result.testFailed')} error={test.error} />}
      {permissions && (
        <Alert role="status" color="green" icon={<IconCheck size={20} />} w="100%">
          {t('result.testOk', { permissions: permissions.join(', ') })}
        </Alert>
      )}
    </>
  );
}
