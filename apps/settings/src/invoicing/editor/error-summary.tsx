import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useErrorPlaces } from '../documents/error-places.js';
import { pointerAt, type DraftError } from './draft-errors.js';
import type { Draft } from './draft.js';
import { useErrorTexts } from './error-texts.js';

interface ErrorSummaryProps {
  readonly draft: Draft;
  readonly faults: readonly DraftError[];
  /** Someone has tried to save. */
  readonly asked: boolean;
}

/** After a try to save: all that is wrong, each leading to its field. */
export function ErrorSummary({ draft, faults, asked }: ErrorSummaryProps) {
  const { t } = useTexts('editor');
  const workspace = useTexts('workspace').t;
  const placeOf = useErrorPlaces();
  const placed = (fault: DraftError) => {
    const place = placeOf(pointerAt(fault.at, draft));
    return place === undefined ? words(fault) : workspace('errors.at', { place, message: words(fault) });
  };
  const words = useErrorTexts();
  if (!asked || faults.length === 0) return null;
  const byField = [...new Map(faults.toReversed().map((fault) => [fault.at, fault])).values()].toReversed();
  return (
    <Alert
      role="alert"
      color="red"
      className="ed-error"
      icon={<IconAlertTriangle size={20} />}
      title={t('errorsTitle', { count: byField.length })}
    >
      <List size="sm" spacing={4}>
        {byField.map((fault) => (
          <List.Item key={fault.at}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => document.getElementById(fault.at)?.focus()}
            >
              {placed(fault)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
