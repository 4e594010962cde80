import type { DeprecatedRouteView } from '@billhook/contract/identity/deprecation';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { KeyOwner } from './keys.queries.js';

const Table = lazy(() =>
  import('./deprecated-calls-table.js').then((file) => ({ default: file.DeprecatedCallsTable })),
);

interface NoticeProps {
  readonly owner: KeyOwner;
  readonly routes: readonly DeprecatedRouteView[];
  readonly onKey: (id: number) => void;
}

/** How many keys call routes that will be removed, and on demand which. */
export function DeprecatedCallsNotice({ owner, routes, onKey }: NoticeProps) {
  const { t } = useTexts('deprecatedCalls');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const keys = new Set(routes.flatMap((route) => route.keys.map(({ id }) => id)));
  const [first = ''] = routes.map(({ sunset }) => sunset).toSorted();
  return (
    <>
      <Alert
        role="status"
        color="yellow"
        icon={<IconAlertTriangle size={20} />}
        title={t('title', { count: keys.size })}
        mb="md"
      >
        <Text size="sm" mb="sm">
          {t('body', { date: format.day(first) })}
        </Text>
        <Button variant="default" size="xs" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'hide' : 'show')}
        </Button>
      </Alert>
      {open && (
        <Suspense>
          <Table owner={owner} routes={routes} onKey={onKey} />
        </Suspense>
      )}
    </>
  );
}
