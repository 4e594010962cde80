import type { TestedApiKey } from '@billhook/contract/identity/key';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { tryKey } from '../keys.queries.js';

/** Shows the response of the API to a request with the key. */
export function TestKey({ secret }: { secret: string }) {
  const { t } = useTexts('keyForms');
  const [tested, setTested] = useState<TestedApiKey>();
  const test = useAction(tryKey);
  const run = async () => {
    const result = await test.run(secret);
    setTested(result.ok ? result.value : undefined);
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
      {tested?.code === null && (
        <Alert role="status" color="green" icon={<IconCheck size={20} />} w="100%">
          {t('result.testOk', { permissions: tested.effective.join(', ') })}
        </Alert>
      )}
      {tested?.code && (
        <Alert role="alert" color="red" icon={<IconAlertTriangle size={20} />} title={t('result.testFailed')} w="100%">
          {tested.detail}
        </Alert>
      )}
    </>
  );
}
