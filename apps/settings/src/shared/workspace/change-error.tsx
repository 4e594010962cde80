import { asApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useErrorTexts } from './use-error-texts.js';

interface ChangeErrorProps {
  readonly error: unknown;
  /** Reloads the record after someone else has changed it (412). */
  readonly onReload?: () => void;
  /** Saves nevertheless: the input replaces what the other person saved. */
  readonly onOverwrite?: (() => void) | undefined;
  /** Labels for the places of errors, by pointer; without them, only the message is shown. */
  readonly placeOf?: (pointer: string) => string | undefined;
  /** Both versions, if someone else has changed the record. */
  readonly children?: ReactNode;
}

/** Why a change was rejected: changed by someone else, invalid fields as a list, or the problem as a whole. */
export function ChangeError({ error, onReload, onOverwrite, placeOf, children }: ChangeErrorProps) {
  const { t } = useTexts('workspace');
  const words = useErrorTexts();
  if (!error) return null;
  const failure = asApiError(error);
  if (failure.code === 'version_mismatch') {
    return (
      <Alert role="alert" color="yellow" icon={<IconRefresh size={20} />} title={t('stale.title')}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t(onOverwrite ? 'stale.choose' : 'stale.body')}</Text>
          {children}
          <Group gap="sm">
            {onReload && (
              <Button variant="default" size="xs" onClick={onReload}>
                {t(onOverwrite ? 'stale.theirs' : 'stale.reload')}
              </Button>
            )}
            {onOverwrite && (
              <Button variant="default" size="xs" onClick={onOverwrite}>
                {t('stale.mine')}
              </Button>
            )}
          </Group>
        </Stack>
      </Alert>
    );
  }
  if (failure.errors.length === 0) return <ErrorState error={failure} words={words(failure)} />;
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle size={20} />} title={t('errors.title')}>
      <List size="sm" spacing={4}>
        {failure.errors.map((fieldError, index) => {
          const { pointer } = fieldError;
          const message = words(fieldError);
          const place = pointer && (placeOf?.(pointer) ?? pointer.slice(1).replaceAll('/', ' › '));
          return <List.Item key={index}>{place ? t('errors.at', { place, message }) : message}</List.Item>;
        })}
      </List>
    </Alert>
  );
}
