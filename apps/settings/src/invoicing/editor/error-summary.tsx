import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useErrorPlaces } from '../documents/use-error-places.js';
import { partyRepair, type PartyRepair } from '../repairs/party-repair.js';
import { useProblemTexts } from '../repairs/use-problem-texts.js';
import { pointerAt, SUMMARY_ID, type DraftError } from './draft-errors.js';
import type { Draft } from './draft.js';
import { useDraftErrorTexts } from './use-draft-error-texts.js';

interface ErrorSummaryProps {
  readonly draft: Draft;
  readonly fieldErrors: readonly DraftError[];
  /** Whether the person has tried to save. */
  readonly asked: boolean;
  readonly onRepair: (repair: PartyRepair) => void;
  readonly onFocus: (at: string) => void;
}

/** A field can miss a value of the company and one of the client, which two dialogs correct. */
const entryKey = (fieldError: DraftError) => `${fieldError.at} ${partyRepair(fieldError)?.party ?? ''}`;

/** All errors after an attempt to save. Each entry leads to its field, or opens the dialog that corrects the company or the client. */
export function ErrorSummary({ draft, fieldErrors, asked, onRepair, onFocus }: ErrorSummaryProps) {
  const { t } = useTexts('editor');
  const placeOf = useErrorPlaces();
  const { problemText } = useProblemTexts(useDraftErrorTexts());
  if (!asked || fieldErrors.length === 0) return null;
  const entries = [
    ...new Map(fieldErrors.toReversed().map((fieldError) => [entryKey(fieldError), fieldError])).entries(),
  ].toReversed();
  const textOf = (fieldError: DraftError) => {
    const message = problemText(fieldError);
    const place = partyRepair(fieldError) ? undefined : placeOf(pointerAt(fieldError.at, draft));
    return place === undefined ? message : t('workspace:errors.at', { place, message });
  };
  return (
    <Alert
      role="alert"
      color="red"
      className="ed-error"
      id={SUMMARY_ID}
      tabIndex={-1}
      icon={<IconAlertTriangle size={20} />}
      title={t('words:errors', { count: entries.length })}
    >
      <List size="sm" spacing={4}>
        {entries.map(([key, fieldError]) => {
          const repair = partyRepair(fieldError);
          return (
            <List.Item key={key}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="left"
                onClick={() => (repair ? onRepair(repair) : onFocus(fieldError.at))}
              >
                {textOf(fieldError)}
              </Anchor>
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}
