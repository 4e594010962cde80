import type { SandboxAdvanceView } from '@billhook/contract/installation/sandbox-clock';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { RecordGate, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { AdvanceClockDialog } from './advance-clock-dialog.js';
import { useSandboxClock } from './sandbox-clock.queries.js';

/** The time of a sandbox, and the last advance of its clock with its progress. */
export function SandboxClockSection() {
  const { t } = useTexts('companyData');
  const format = useFormat();
  const clock = useSandboxClock();
  const mayAdvance = useHolds('integration.write');
  const [opened, setOpened] = useState(false);
  return (
    <Section title={t('clock.title')}>
      <RecordGate query={clock}>
        {({ now, advance }) => (
          <Stack gap="md" align="flex-start">
            <Text size="sm">{t('clock.lead')}</Text>
            <Text>
              {t('clock.now')} <strong>{format.dateTime(now)}</strong>
            </Text>
            {advance && <LastAdvance advance={advance} />}
            {mayAdvance && (
              <Button disabled={advance?.status === 'Running'} onClick={() => setOpened(true)}>
                {t('clock.open')}
              </Button>
            )}
            {opened && <AdvanceClockDialog now={now} onClose={() => setOpened(false)} />}
          </Stack>
        )}
      </RecordGate>
    </Section>
  );
}

function LastAdvance({ advance }: { readonly advance: SandboxAdvanceView }) {
  const { t } = useTexts('companyData');
  const format = useFormat();
  const { status, from, to, reached } = advance;
  if (status === 'Failed')
    return (
      <Alert color="red" icon={<IconAlertTriangle size={20} />} w="100%">
        {t('clock.failed', { to: format.dateTime(to), reached: format.dateTime(reached) })}
      </Alert>
    );
  return (
    <Stack gap="xs" w="100%">
      {status === 'Running' && <Progress value={shareOf(advance)} aria-label={t('clock.progress')} />}
      <Text role="status" size="sm">
        {status === 'Running'
          ? t('clock.running', { to: format.dateTime(to), reached: format.dateTime(reached) })
          : t('clock.completed', { from: format.dateTime(from), to: format.dateTime(to) })}
      </Text>
      <Happened done={advance.done} />
    </Stack>
  );
}

const shareOf = ({ from, to, reached }: SandboxAdvanceView): number => {
  const [start, end, at] = [from, to, reached].map((time) => new Date(time).getTime()) as [number, number, number];
  return end === start ? 0 : Math.floor(((at - start) / (end - start)) * 100);
};

/** What an advance caused, with links to the lists that show it. */
function Happened({ done }: Pick<SandboxAdvanceView, 'done'>) {
  const { t } = useTexts('companyData');
  const format = useFormat();
  const lines: readonly (readonly [keyof SandboxAdvanceView['done'], (text: string) => ReactNode])[] = [
    [
      'overdueInvoices',
      (text) => (
        <PageLink to="/invoices" search={{ status: 'Overdue' }}>
          {text}
        </PageLink>
      ),
    ],
    ['dueDeliveries', (text) => <PageLink to="/webhooks">{text}</PageLink>],
    ['keyWarnings', (text) => <PageLink to="/company-keys">{text}</PageLink>],
  ];
  const happened = lines.filter(([name]) => done[name] > 0);
  if (happened.length === 0) return null;
  return (
    <Stack gap={4}>
      {happened.map(([name, link]) => (
        <Text key={name} size="sm">
          {link(t(`clock.done.${name}`, { count: done[name], number: format.number(done[name]) }))}
        </Text>
      ))}
    </Stack>
  );
}
