import { asApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { withLaterTexts } from '../texts/with-later-texts.js';
import type { StaleChoices } from './stale-choices.js';
import { useErrorTexts } from './use-error-texts.js';

const StaleNotice = lazy(() =>
  withLaterTexts(import('./stale-notice.js')).then((file) => ({ default: file.StaleNotice })),
);

/** With what to do if someone else has changed the record (412). */
interface ChangeErrorProps extends StaleChoices {
  readonly error: unknown;
  /** Labels for the places of errors, by pointer; without them, only the message is shown. */
  readonly placeOf?: (pointer: string) => string | undefined;
}

/** Why a change was rejected: changed by someone else, invalid fields as a list, or the problem as a whole. */
export function ChangeError({ error, placeOf, ...stale }: ChangeErrorProps) {
  const { t } = useTexts('workspace');
  const words = useErrorTexts();
  if (!error) return null;
  const failure = asApiError(error);
  if (failure.code === 'version_mismatch') {
    return (
      <Suspense>
        <StaleNotice {...stale} />
      </Suspense>
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
