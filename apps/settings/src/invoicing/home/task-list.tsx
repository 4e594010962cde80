import type { HomeTask, HomeView } from '@billhook/contract/installation/home';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconClockExclamation,
  IconFileDescription,
  IconFileInvoice,
  IconHourglass,
  IconKey,
  IconMail,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useHolds } from '../../shared/session/signed-in.js';
import { useHomeTasks } from './home.queries.js';

interface TaskLook {
  readonly icon: Icon;
  /** Something is broken, in contrast to work that waits. */
  readonly isProblem?: true;
}

const LOOKS: Readonly<Record<HomeTask, TaskLook>> = {
  failedEmails: { icon: IconMail, isProblem: true },
  failingEndpoints: { icon: IconWebhook, isProblem: true },
  endedKeysInUse: { icon: IconAlertTriangle, isProblem: true },
  expiringKeys: { icon: IconKey },
  expiringQuotes: { icon: IconClockExclamation },
  draftInvoices: { icon: IconFileInvoice },
  draftQuotes: { icon: IconFileDescription },
  unansweredQuotes: { icon: IconHourglass },
};

/** The list that shows what waits. */
function useTaskPages(): Readonly<Record<HomeTask, Pick<LinkProps, 'to' | 'search'>>> {
  const keys = useHolds('api_key.manage') ? '/company-keys' : '/api-keys';
  return {
    failedEmails: { to: '/mails', search: { status: 'Failed' } },
    failingEndpoints: { to: '/webhooks' },
    // Each list of keys begins with those that have ended and are used.
    endedKeysInUse: { to: keys },
    expiringKeys: { to: keys, search: { status: 'expiring' } },
    expiringQuotes: { to: '/quotes', search: { status: 'Sent', sort: 'expiryDate' } },
    draftInvoices: { to: '/invoices', search: { status: 'Draft' } },
    draftQuotes: { to: '/quotes', search: { status: 'Draft' } },
    unansweredQuotes: { to: '/quotes', search: { status: 'Sent' } },
  };
}

/** What waits for a person, each with its number and its list. */
export function TaskList() {
  const { t } = useTexts('home');
  const tasks = useHomeTasks();
  return (
    <section className="bh-panel hm-panel" aria-labelledby="home-tasks" aria-busy={tasks.isPending}>
      <Title order={2} id="home-tasks">
        {t('tasks.title')}
      </Title>
      {tasks.data ? (
        <Tasks tasks={tasks.data.tasks} />
      ) : tasks.error ? (
        <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />
      ) : (
        <Stack gap="xs" mt="sm">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={40} />
          ))}
        </Stack>
      )}
    </section>
  );
}

function Tasks({ tasks }: HomeView) {
  const { t } = useTexts('home');
  const format = useFormat();
  const pages = useTaskPages();
  if (tasks.length === 0) {
    return (
      <div className="hm-nothing">
        <IconCircleCheck size={22} stroke={1.7} aria-hidden="true" />
        <div>
          <Text fw={600}>{t('tasks.none')}</Text>
          <Text size="sm" c="dimmed">
            {t('tasks.noneBody')}
          </Text>
        </div>
      </div>
    );
  }
  return (
    <ul className="hm-tasks">
      {tasks.map(({ task, count, capped }) => {
        const { icon: TaskIcon, isProblem } = LOOKS[task];
        return (
          <li key={task} data-problem={isProblem}>
            <Link {...pages[task]} className="hm-task">
              <TaskIcon size={18} stroke={1.7} aria-hidden="true" />
              <strong>{capped ? t('tasks.capped', { number: format.number(count) }) : format.number(count)}</strong>
              <span>{t(`tasks.${task}`, { count })}</span>
              <IconChevronRight size={16} stroke={1.7} aria-hidden="true" />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
