import type { KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import type { Column } from '@billhook/ui/components/data-table';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { Nothing, Section } from '../../../shared/workspace/detail.js';
import { ProgramName } from '../../../shared/workspace/program-name.js';
import { LongTable } from './long-table.js';

type Host = KeyTrafficView['hosts'][number];

interface KeyHostsProps {
  readonly hosts: readonly Host[];
  /** Whether to list hosts that called after the end of the key, or those before. */
  readonly dead: boolean;
}

/** The hosts that use a key, newest first. */
export function KeyHosts({ hosts, dead }: KeyHostsProps) {
  const { t } = useTexts('keyPage');
  const format = useFormat();
  const rows = hosts.filter((host) => host.dead === dead);
  const columns: Column<Host>[] = [
    {
      key: 'address',
      header: t('hosts.address'),
      wide: true,
      render: ({ ip, browser, system, userAgent }) => (
        <>
          <div className="bh-mono">{ip}</div>
          <ProgramName {...{ browser, system, userAgent }} />
        </>
      ),
    },
    {
      key: 'requests',
      header: t('traffic.title'),
      render: ({ requests }) => <span className="ws-num">{format.number(requests)}</span>,
    },
    { key: 'first', header: t('hosts.first'), render: ({ firstAt }) => <RelativeTime at={firstAt} /> },
    {
      key: 'last',
      header: t('hosts.last'),
      render: ({ lastAt, lastMethod, lastRoute }) => (
        <>
          <RelativeTime at={lastAt} />
          <div className="bh-mono bh-anywhere">
            {lastMethod} {lastRoute}
          </div>
        </>
      ),
    },
  ];
  return (
    <Section title={t(dead ? 'hosts.deadTitle' : 'hosts.title')} flush={rows.length > 0}>
      {dead && (
        <Text size="sm" px="lg" pt={4}>
          {t('hosts.deadLead')}
        </Text>
      )}
      {rows.length === 0 ? (
        <Nothing>{t('hosts.none')}</Nothing>
      ) : (
        <LongTable
          label={t(dead ? 'hosts.deadTable' : 'hosts.table')}
          columns={columns}
          rows={rows}
          rowKey={({ ip, userAgent }) => `${ip} ${userAgent}`}
        />
      )}
    </Section>
  );
}
