import type { KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../shared/workspace/detail.js';
import { useOutcomeColumns } from './traffic-table.js';

type Route = KeyTrafficView['routes'][number];

/** As many as fit on a screen. */
const SHOWN = 10;

/** Which routes were called with a key, the most called first. */
export function KeyUsageByRoute({ routes }: { routes: readonly Route[] }) {
  const { t } = useTexts('keyPage');
  const workspace = useTexts('workspace');
  const [all, setAll] = useState(false);
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
      <DataTable
        label={t('routes.table')}
        columns={columns}
        rows={all ? routes : routes.slice(0, SHOWN)}
        rowKey={({ method, route }) => `${method} ${route}`}
      />
      {!all && routes.length > SHOWN && (
        <div className="bh-pad">
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            {workspace.t('detail.loadMore')}
          </Button>
        </div>
      )}
    </Section>
  );
}
