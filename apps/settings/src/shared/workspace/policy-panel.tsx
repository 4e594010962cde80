import { ErrorState } from '@billhook/ui/components/error-state';
import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { Section } from './detail.js';

interface PolicyPanelProps<Policy> {
  readonly title: string;
  readonly editLabel: string;
  readonly query: UseQueryResult<Policy>;
  readonly children: (policy: Policy) => ReactNode;
  /** The dialog that changes the policy; it may be lazy. */
  readonly dialog: (policy: Policy, onClose: () => void) => ReactNode;
}

/** A policy of the company, with a button that changes it. */
export function PolicyPanel<Policy>({ title, editLabel, query, children, dialog }: PolicyPanelProps<Policy>) {
  const [editing, setEditing] = useState<Policy>();
  const { data } = query;
  return (
    <div className="st-policy">
      <Section
        title={title}
        actions={
          data && (
            <Button variant="default" size="xs" onClick={() => setEditing(data)}>
              {editLabel}
            </Button>
          )
        }
      >
        {data ? (
          children(data)
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={48} />
        )}
      </Section>
      <Suspense>{editing && dialog(editing, () => setEditing(undefined))}</Suspense>
    </div>
  );
}
