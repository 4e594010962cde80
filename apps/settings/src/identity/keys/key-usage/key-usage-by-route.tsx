import type { KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import type { Column } from '@billhook/ui/components/data-table';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { Section } from '../../../shared/workspace/detail.js';
import { LongTable } from './long-table.js';
import { useOutcomeColumns } from './traffic-table.js';

type Route = KeyTrafficView['routes'][number];

/** The routes that were called with a key, most called first. */
export function KeyUsageByRoute({ routes }: { routes: readonly Route[] }) {
  const { t } = useTexts('keyPage');
  const columns: Column<Route>[] = [
    {
      key: 'route',
      header: t('routes.route'),
      wide: true,
      render: ({ method, route }) => (
        <Text component="div" miw={150} className="bh-mono bh-anywhere">
          {method} {route}
        </Text>
      ),
    },
    ...useOutcomeColumns(routes),
  ];
  return (
    <Section title={t('routes.title')} flush>
      <LongTable
        label={t('routes.table')}
        columns={columns}
        rows={routes}
        rowKey={({ method, route }) => `${method} ${route}`}
      />
    </Section>
  );
}
