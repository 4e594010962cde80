import type { DeprecatedRouteView } from '@billhook/contract/identity/deprecation';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, List, Text } from '@mantine/core';
import { PageLink } from '../../shared/workspace/links.js';
import type { KeyOwner } from './keys.queries.js';

const PAGES = { mine: '/api-keys', company: '/company-keys' } as const;

interface TableProps {
  readonly owner: KeyOwner;
  readonly routes: readonly DeprecatedRouteView[];
  /** Told the id of the key whose row is asked for. */
  readonly onKey: (id: number) => void;
}

const nameOf = ({ method, route }: DeprecatedRouteView) => `${method} ${route}`;

/** The routes that will be removed, what replaces them, and the keys that call them, each with a link to its row. */
export function DeprecatedCallsTable({ owner, routes, onKey }: TableProps) {
  const { t } = useTexts('deprecatedCalls');
  const format = useFormat();
  const calls = (number: number) => ({ count: number, number: format.number(number) });
  const columns: Column<DeprecatedRouteView>[] = [
    {
      key: 'route',
      header: t('route'),
      wide: true,
      render: (route) => (
        <>
          <div className="bh-mono bh-anywhere">{nameOf(route)}</div>
          <Anchor href={route.guide} size="xs" aria-label={t('guideOf', { route: nameOf(route) })}>
            {t('guide')}
          </Anchor>
        </>
      ),
    },
    {
      key: 'successor',
      header: t('successor'),
      render: ({ successor }) =>
        successor === null ? t('noSuccessor') : <span className="bh-mono bh-anywhere">{successor}</span>,
    },
    {
      key: 'sunset',
      header: t('sunset'),
      render: ({ since, sunset }) => (
        <>
          <div className="st-date">{format.day(sunset)}</div>
          <Text size="xs" c="dimmed">
            {t('since', { date: format.day(since) })}
          </Text>
        </>
      ),
    },
    {
      key: 'keys',
      header: t('keys'),
      render: ({ keys }) => (
        <List listStyleType="none" spacing="xs" size="sm">
          {keys.map((key) => (
            <List.Item key={key.id}>
              <PageLink to={PAGES[owner]} search={{}} hash={`key-${key.id}`} onClick={() => onKey(key.id)}>
                {key.name}
              </PageLink>{' '}
              <span className="bh-mono">{key.prefix}…</span>{' '}
              {owner === 'company' && t('owner', { name: key.creator.name })}
              <Text size="xs" c="dimmed" component="div">
                <RelativeTime at={key.lastCallAt} /> ·{' '}
                {t('calls', { ...calls(key.calls), date: format.date(key.firstCallAt) })}
              </Text>
            </List.Item>
          ))}
        </List>
      ),
    },
  ];
  return (
    <div className="bh-panel st-deprecated">
      <DataTable label={t('table')} columns={columns} rows={routes} rowKey={nameOf} />
    </div>
  );
}
