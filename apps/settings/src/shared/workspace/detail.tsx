import { asApiError } from '@billhook/ui/api-fetch';
import './workspace.css';
import { ErrorState } from '@billhook/ui/components/error-state';
import { NotFoundPage } from '@billhook/ui/components/problem-page';
import { withDots } from '@billhook/ui/dot';
import { setPageTitle } from '@billhook/ui/page-title';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useEffect, useId, type ReactNode } from 'react';
import { withLaterTexts } from '../texts/with-later-texts.js';

const DeletedNotice = lazy(() =>
  withLaterTexts(import('./deleted-notice.js')).then((file) => ({ default: file.DeletedNotice })),
);

interface RecordResult<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  refetch(): unknown;
}

interface RecordGateProps<T> {
  readonly query: RecordResult<T>;
  /** Shown for a record that does not exist, if there are more reasons than usual. */
  readonly missing?: ReactNode;
  readonly children: (record: T) => ReactNode;
}

/** A loaded record; a skeleton before, and an error if it cannot be loaded. One that is deleted while it is shown stays, with a notice. */
export function RecordGate<T extends object>({ query, missing, children }: RecordGateProps<T>) {
  const { t } = useTexts('ui');
  const isMissing = query.error !== null && asApiError(query.error).status === 404;
  if (query.data !== undefined) {
    return (
      <>
        <Suspense>{isMissing && <DeletedNotice record={query.data} />}</Suspense>
        {children(query.data)}
      </>
    );
  }
  if (query.error) {
    if (isMissing) return missing ?? <NotFoundPage home="/settings/" />;
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <Stack gap="lg">
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Skeleton height={56} maw={420} />
      <Skeleton height={220} />
      <Skeleton height={160} />
    </Stack>
  );
}

interface RecordHeaderProps {
  /** The number or name, which is also the title of the browser's tab. */
  readonly title: string;
  /** A link back to the list. */
  readonly back: ReactNode;
  readonly status?: ReactNode;
  /** The line below the title: the client, the dates. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
}

export function RecordHeader({ title, back, status, lead, actions }: RecordHeaderProps) {
  useEffect(() => {
    setPageTitle(title);
  }, [title]);
  return (
    <header className="ws-header">
      <div className="ws-back">{back}</div>
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={6} miw={0}>
          <Group gap="sm" align="center">
            <Title order={1} className="bh-anywhere">
              <WithWholeNumbers text={title} />
            </Title>
            {status}
          </Group>
          {lead && (
            <Text c="dimmed" size="sm" lh={1.6} component="div" className="bh-anywhere">
              {lead}
            </Text>
          )}
        </Stack>
        {actions}
      </Group>
    </header>
  );
}

/** The number of a document stays on one line: a browser would break it at its hyphens. */
function WithWholeNumbers({ text }: { text: string }) {
  return withDots(text)
    .split(/(\S*-\d\S*)/)
    .map((part, index) =>
      index % 2 === 1 && part.length <= LONGEST_NUMBER ? (
        <span key={index} className="ws-number">
          {part}
        </span>
      ) : (
        part
      ),
    );
}

/** The length of a heading that fits on a phone; longer ones may break. */
const LONGEST_NUMBER = 20;

/** Two columns on a wide screen, one on a narrow one. */
export function DetailLayout({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="ws-detail">
      <div className="ws-main">{children}</div>
      {aside && <div className="ws-aside">{aside}</div>}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  /** To the right of the title. */
  readonly actions?: ReactNode;
  /** Whether the content reaches the edges of the panel: for tables. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A panel with a heading. */
export function Section({ title, actions, flush, children }: SectionProps) {
  const id = useId();
  return (
    <section className="bh-panel ws-section" aria-labelledby={id}>
      <Group justify="space-between" gap="0 0.75rem" className="ws-section-head">
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      <div className={flush ? 'ws-flush' : 'ws-section-body'}>{children}</div>
    </section>
  );
}

export interface Fact {
  readonly label: string;
  /** An empty value (null, undefined, false, '') omits the row. */
  readonly value: ReactNode;
}

/** Names and values, side by side. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="ws-facts">
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== false && value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'string' ? withDots(value) : value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The text of an empty section. */
export function Nothing({ children }: { children?: ReactNode }) {
  const { t } = useTexts('workspace');
  return (
    <Text size="sm" c="dimmed">
      {children ?? t('detail.none')}
    </Text>
  );
}
