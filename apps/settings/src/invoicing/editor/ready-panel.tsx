import { useTexts } from '@billhook/ui/use-texts';
import { Button, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useErrorPlaces } from '../documents/use-error-places.js';
import { partyRepair, type PartyRepair } from '../repairs/party-repair.js';
import { useProblemTexts } from '../repairs/use-problem-texts.js';
import { pointerAt } from './draft-errors.js';
import type { Draft } from './draft.js';
import type { ReadinessProblem } from './readiness.js';
import { useDraftErrorTexts } from './use-draft-error-texts.js';

/** Gets the focus after a repair, whose button has disappeared. */
export const READY_ID = 'ed-ready';

/** Lines without a rate that are listed one by one. */
const MOST_LINES = 3;

interface ReadyPanelProps {
  readonly draft: Draft;
  readonly problems: readonly ReadinessProblem[];
  /** Whether the draft has a client and a line, so that it can be sent without problems. */
  readonly complete: boolean;
  readonly onRepair: (repair: PartyRepair) => void;
  readonly onFocus: (at: string) => void;
}

/** What is missing before the document can be sent or paid, each with the button that repairs it in place. */
export function ReadyPanel({ draft, problems, complete, onRepair, onFocus }: ReadyPanelProps) {
  const { t } = useTexts('repairs');
  const placeOf = useErrorPlaces();
  const { problemText, repairLabel } = useProblemTexts(useDraftErrorTexts());
  const ofLines = problems.filter(({ code }) => code === 'tax_rate_required');
  const hidden = new Set(ofLines.slice(MOST_LINES));
  const shown = problems.filter((problem) => !hidden.has(problem));
  if (problems.length === 0 && !complete) return null;
  if (problems.length === 0) {
    return (
      <div className="ed-ready ed-ready-done" id={READY_ID} tabIndex={-1}>
        <IconCircleCheck size={18} aria-hidden="true" />
        <Text size="sm" fw={600}>
          {t('ready')}
        </Text>
      </div>
    );
  }
  const textOf = (problem: ReadinessProblem) => {
    const message = problemText(problem);
    const place = partyRepair(problem) ? undefined : placeOf(pointerAt(problem.at, draft));
    return place === undefined ? message : t('workspace:errors.at', { place, message });
  };
  return (
    <section className="bh-panel ed-ready" id={READY_ID} tabIndex={-1} aria-labelledby="ed-ready-title">
      <Title order={2} id="ed-ready-title" size="h4">
        {t('title')}
      </Title>
      <ul>
        {shown.map((problem) => {
          const repair = partyRepair(problem);
          const text = textOf(problem);
          const Icon = problem.required ? IconCircleDashed : IconAlertTriangle;
          return (
            <li key={`${problem.at} ${problem.code}`}>
              <Icon
                size={18}
                className={problem.required ? 'ed-ready-required' : 'ed-ready-warning'}
                role="img"
                aria-label={t(problem.required ? 'required' : 'words:recommended')}
              />
              <Text size="sm" className="bh-anywhere">
                {text}
              </Text>
              <Button
                variant="default"
                size="xs"
                {...(!repair && { 'aria-label': `${t('action.field')}: ${text}` })}
                onClick={() => (repair ? onRepair(repair) : onFocus(problem.at))}
              >
                {repair ? repairLabel(repair) : t('action.field')}
              </Button>
            </li>
          );
        })}
      </ul>
      {hidden.size > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('more', { count: hidden.size })}
        </Text>
      )}
    </section>
  );
}
