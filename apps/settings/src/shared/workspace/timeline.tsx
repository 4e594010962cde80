import './workspace.css';
import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import { ErrorState } from '@billhook/ui/components/error-state';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { DOT } from '@billhook/ui/dot';
import { Skeleton, Text } from '@mantine/core';
import { useTimeline, type WorkspaceRecord } from './records.js';
import { useActorTexts } from './use-actor-texts.js';
import { useTimelineTexts } from './use-timeline-texts.js';

type TimelineChange = TimelineView['data'][number];

interface TimelineProps {
  readonly resource: WorkspaceRecord;
  readonly id: number;
  /** Of a record that can change while it is open: a new version has new entries. */
  readonly version?: number;
  /** The currency of its amounts. */
  readonly currency?: string;
}

/** The timeline of a record, latest entry first: the action, the actor, the time and the reason. */
export function Timeline({ resource, id, version, currency }: TimelineProps) {
  const timeline = useTimeline(resource, id, version);
  if (!timeline.data) {
    if (!timeline.error) return <Skeleton height={120} />;
    return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />;
  }
  return (
    <ol className="ws-timeline">
      {timeline.data.data.toReversed().map((entry) => (
        <TimelineRow key={entry.id} entry={entry} currency={currency} />
      ))}
    </ol>
  );
}

function TimelineRow({ entry, currency }: { entry: TimelineChange; currency: string | undefined }) {
  const words = useTimelineTexts();
  const { actor } = useActorTexts();
  const detail = words.detail(entry.action, entry.details, currency);
  return (
    <li>
      <Text size="sm" fw={600} component="div">
        {words.action(entry.action, entry.details, currency)}
      </Text>
      <Text size="sm" c="dimmed" component="div" className="bh-anywhere">
        {actor(entry.actor)}
        {DOT}
        <RelativeTime ofCompany at={entry.at} />
      </Text>
      {detail && (
        <Text size="sm" component="div" className="bh-anywhere">
          {detail}
        </Text>
      )}
      {entry.reason && (
        <Text size="sm" component="div" className="bh-anywhere ws-quote">
          {entry.reason}
        </Text>
      )}
    </li>
  );
}
