import '@billhook/ui/valid-language';
import type { ApiKeyView } from '@billhook/contract/identity/key';
import type { KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import { hasEnded } from '@billhook/domain/identity/key-status';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Nothing, RecordGate, Section } from '../../../shared/workspace/detail.js';
import { PageLink } from '../../../shared/workspace/links.js';
import { TRAFFIC_WINDOWS, type TrafficWindow } from '../key-search.js';
import { useKeyTraffic } from '../key.queries.js';
import type { KeyOwner } from '../keys.queries.js';
import { KeyHosts } from './key-hosts.js';
import { KeyPermissionsTable } from './key-permissions-table.js';
import { KeyUsageByRoute } from './key-usage-by-route.js';
import { requestsOf } from './request-outcomes.js';
import { TrafficTable } from './traffic-table.js';

const TrafficPlot = lazy(() => import('./traffic-plot.js').then((file) => ({ default: file.TrafficPlot })));

interface KeyTrafficProps {
  readonly owner: KeyOwner;
  readonly apiKey: ApiKeyView;
  readonly days: TrafficWindow;
  readonly onDays: (days: TrafficWindow) => void;
}

/** The requests with a key: by day, by route, by host and by permission. */
export function KeyTraffic({ owner, apiKey, days, onDays }: KeyTrafficProps) {
  const query = useKeyTraffic(owner, apiKey.id, days);
  return (
    <RecordGate query={query}>
      {(traffic) => (
        <>
          {traffic.hosts.some(({ dead }) => dead) && <KeyHosts hosts={traffic.hosts} dead />}
          <Requests apiKey={apiKey} traffic={traffic} days={days} onDays={onDays} />
          <KeyHosts hosts={traffic.hosts} dead={false} />
          {traffic.routes.length > 0 && <KeyUsageByRoute routes={traffic.routes} />}
          <KeyPermissionsTable apiKey={apiKey} needed={traffic.permissions} ended={hasEnded(apiKey.status)} />
        </>
      )}
    </RecordGate>
  );
}

interface RequestsProps {
  readonly apiKey: ApiKeyView;
  readonly traffic: KeyTrafficView;
  readonly days: TrafficWindow;
  readonly onDays: (days: TrafficWindow) => void;
}

function Requests({ apiKey, traffic, days, onDays }: RequestsProps) {
  const { t } = useTexts('keyPage');
  const format = useFormat();
  const [asTable, setAsTable] = useState(false);
  const total = traffic.days.reduce((sum, day) => sum + requestsOf(day), 0);
  const Icon = asTable ? IconChartBar : IconTable;
  return (
    <Section
      title={t('traffic.title')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('words:period')}
          value={String(days)}
          data={TRAFFIC_WINDOWS.map((window) => ({ value: String(window), label: t(`traffic.days${window}`) }))}
          onChange={(value) => onDays(TRAFFIC_WINDOWS.find((window) => String(window) === value) ?? 30)}
        />
      }
    >
      {total === 0 ? (
        <Nothing>{t('traffic.none')}</Nothing>
      ) : (
        <Stack gap="sm">
          <Text fw={600}>
            {t('traffic.summary', {
              total: t('traffic.total', { count: total, number: format.number(total) }),
              days: traffic.days.length,
            })}
          </Text>
          {asTable ? (
            <TrafficTable days={traffic.days} />
          ) : (
            <Suspense fallback={<Skeleton height={245} />}>
              <TrafficPlot days={traffic.days} />
            </Suspense>
          )}
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon size={16} aria-hidden="true" />}
              onClick={() => setAsTable(!asTable)}
            >
              {t(asTable ? 'traffic.showPlot' : 'traffic.showTable')}
            </Button>
          </div>
          <Text size="xs" c="dimmed">
            {t('traffic.utc')}
          </Text>
          <PageLink to="/logs" search={{ credential: `key-${apiKey.id}` }}>
            {t('traffic.log')}
          </PageLink>
        </Stack>
      )}
    </Section>
  );
}
