import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Skeleton, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/** The request behind a panel. */
export interface PanelAnswer {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => Promise<unknown>;
}

export interface CurrencyPanelProps {
  readonly currency: string;
  /** Whether there is no other currency, so that the title need not name it. */
  readonly isOne: boolean;
  readonly answer: PanelAnswer;
}

interface MoneyPanelProps extends CurrencyPanelProps {
  readonly title: string;
  readonly action?: ReactNode;
  /** The height of the content, which the page keeps while it loads. */
  readonly height: number;
  readonly children: ReactNode;
}

/** A panel about one currency, with its own loading and error state. */
export function MoneyPanel({ title, currency, isOne, answer, action, height, children }: MoneyPanelProps) {
  const { t } = useTexts('home');
  const id = useId();
  return (
    <section className="bh-panel hm-panel" aria-labelledby={id} aria-busy={answer.isPending}>
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} id={id}>
          {isOne ? title : t('titleIn', { title, currency })}
        </Title>
        {answer.data !== undefined && action}
      </Group>
      {answer.data !== undefined ? (
        children
      ) : answer.error ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton height={height} />
      )}
    </section>
  );
}
