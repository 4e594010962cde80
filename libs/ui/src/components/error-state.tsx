import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { asApiError } from '../api-fetch.js';
import { useTexts } from '../use-texts.js';

/** The codes of `apiFetch` for a request without a response. */
const LOST = ['network', 'write_not_sent', 'write_unconfirmed'] as const;

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
  const lost = LOST.find((code) => code === failure.code);
  const own = lost ? t(`lost.${lost}`) : isUnconfirmed ? t('stepUp.cancelled') : undefined;
  const titleOfLost = lost && t(lost === 'write_not_sent' ? 'lost.offline' : 'lost.title');
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertTriangle size={20} />}
      title={title ?? titleOfLost ?? t('errorTitle')}
    >
      <Text size="sm">{own ?? words ?? failure.message}</Text>
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
