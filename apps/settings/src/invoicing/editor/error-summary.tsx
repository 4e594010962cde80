import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useErrorPlaces } from '../documents/use-error-places.js';
import { pointerAt, type DraftError } from './draft-errors.js';
import type { Draft } from './draft.js';
import { useDraftErrorTexts } from './use-draft-error-texts.js';

interface ErrorSummaryProps {
  readonly draft: Draft;
  readonly fieldErrors: readonly DraftError[];
  /** Whether the person has tried to save. */
  readonly asked: boolean;
}

/** All errors after an attempt to save, each with a link to its field. */
export function ErrorSummary({ draft, fieldErrors, asked }: ErrorSummaryProps) {
  const { t } = useTexts('editor');
  const workspace = useTexts('workspace').t;
  const placeOf = useErrorPlaces();
  const placed = (fieldError: DraftError) => {
    const place = placeOf(pointerAt(fieldError.at, draft));
    return place === undefined ? words(fieldError) : workspace('errors.at', { place, message: words(fieldError) });
  };
  const words = useDraftErrorTexts();
  if (!asked || fieldErrors.length === 0) return null;
  const byField = [
    ...new Map(fieldErrors.toReversed().map((fieldError) => [fieldError.at, fieldError])).values(),
  ].toReversed();
  return (
    <Alert
      role="alert"
      color="red"
      className="ed-error"
      icon={<IconAlertTriangle size={20} />}
      title={t('errorsTitle', { count: byField.length })}
    >
      <List size="sm" spacing={4}>
        {byField.map((fieldError) => (
          <List.Item key={fieldError.at}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => document.getElementById(fieldError.at)?.focus()}
            >
              {placed(fieldError)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
