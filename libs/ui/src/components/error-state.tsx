import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { asApiError } from '../api-fetch.js';
import { useTexts } from '../use-texts.js';

interface ErrorStateProps {
  readonly error: unknown;
  readonly title?: string;
  /** Replaces the server's text if there is one in the current language. */
  readonly words?: string;
  readonly onRetry?: () => void;
}

/** An error in the server's words, with the request ID that an operator can look up. */
export function ErrorState({ error, title, words, onRetry }: ErrorStateProps) {
  const { t } = useTexts('ui');
  const failure = asApiError(error);
  const isUnconfirmed = failure.code === 'step_up_required';
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle size={20} />} title={title ?? t('errorTitle')}>
      <Text size="sm">{words ?? (isUnconfirmed ? t('stepUp.cancelled') : failure.message)}</Text>
      {failure.requestId && !isUnconfirmed && (
        <Text size="sm" c="dimmed" mt={4} className="bh-anywhere">
          {t('requestId', { id: failure.requestId })}
        </Text>
      )}
      {onRetry && (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('retry')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
