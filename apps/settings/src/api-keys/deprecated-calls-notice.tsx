import type { DeprecatedRouteView } from '@billhook/contract/deprecation';
import type { KeyStatus } from '@billhook/domain/api-key';
import { useFormat } from '@billhook/ui/use-format';
import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useDeprecatedCallsTexts } from '../texts/deprecated-calls.js';
import { KeySeeker } from './key-seeker.js';
import type { KeyOwner } from './queries.js';

const Table = lazy(() =>
  import('./deprecated-calls-table.js').then((file) => ({ default: file.DeprecatedCallsTable })),
);

interface NoticeProps {
  readonly owner: KeyOwner;
  readonly status: KeyStatus | undefined;
  readonly routes: readonly DeprecatedRouteView[];
}

/** The key that the address leads to, as the links of the table write it. */
const keyInAddress = () => Number(/^#key-(\d+)$/.exec(location.hash)?.[1]) || undefined;

/** How many keys call routes that will be removed, and on demand which. */
export function DeprecatedCallsNotice({ owner, status, routes }: NoticeProps) {
  const { t } = useDeprecatedCallsTexts();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const [sought, setSought] = useState(keyInAddress);
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
          <Table owner={owner} routes={routes} onKey={setSought} />
        </Suspense>
      )}
      {sought !== undefined && status === undefined && (
        <KeySeeker owner={owner} id={sought} onDone={() => setSought(undefined)} />
      )}
    </>
  );
}
