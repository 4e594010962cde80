import type { ApiKeyView } from '@billhook/contract/api-key';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeyPermissions } from './key-permissions.js';
import { KeyStatusCell } from './key-status.js';
import type { KeyOwner } from './queries.js';

interface KeyTableProps {
  readonly owner: KeyOwner;
  readonly keys: readonly ApiKeyView[];
  readonly onRevoke: (apiKey: ApiKeyView) => void;
}

export function KeyTable({ owner, keys, onRevoke }: KeyTableProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const nameId = (apiKey: ApiKeyView) => `key-${apiKey.id}`;

  const createdColumn: Column<ApiKeyView> = {
    key: 'created',
    header: t('keys.created'),
    render: ({ createdAt }) => <span className="st-date">{format.date(createdAt)}</span>,
  };
  // Of all the company's keys it stands below the owner: seven columns are what 1280 pixels take.
  const ownerColumn: Column<ApiKeyView> = {
    key: 'owner',
    header: t('keys.owner'),
    render: ({ creator, createdAt }) => (
      <>
        <div>{creator.name}</div>
        <Text size="xs" c="dimmed">
          {creator.email === null ? t('keys.serviceMember') : <EmailAddress address={creator.email} />}
        </Text>
        <Text size="xs" c="dimmed">
          {t('keys.createdOn', { date: format.date(createdAt) })}
        </Text>
      </>
    ),
  };

  const columns: Column<ApiKeyView>[] = [
    {
      key: 'name',
      header: t('keys.name'),
      wide: true,
      render: (apiKey) => (
        <>
          <Text fw={600} size="sm" id={nameId(apiKey)} tabIndex={-1} className="bh-anywhere" miw={110} maw={240}>
            {apiKey.name}
          </Text>
          <Text c="dimmed" className="bh-mono">
            {apiKey.prefix}…
          </Text>
        </>
      ),
    },
    ...(owner === 'company' ? [ownerColumn] : []),
    { key: 'permissions', header: t('keys.permissions'), render: (apiKey) => <KeyPermissions apiKey={apiKey} /> },
    ...(owner === 'mine' ? [createdColumn] : []),
    {
      key: 'expires',
      header: t('keys.expires'),
      render: ({ expiresAt }) => (expiresAt ? <RelativeTime at={expiresAt} /> : t('keys.noExpiry')),
    },
    {
      key: 'lastUse',
      header: t('keys.lastUse'),
      render: ({ lastUsedAt, lastUsedFrom }) =>
        lastUsedAt ? (
          <RelativeTime
            at={lastUsedAt}
            {...(lastUsedFrom && { note: t('keys.usedFrom', { address: lastUsedFrom }) })}
          />
        ) : (
          t('keys.neverUsed')
        ),
    },
    { key: 'status', header: t('keys.status'), render: (apiKey) => <KeyStatusCell apiKey={apiKey} /> },
    {
      key: 'actions',
      header: t('keys.actions'),
      align: 'right',
      wide: true,
      render: (apiKey) =>
        apiKey.status !== 'revoked' &&
        apiKey.status !== 'expired' && (
          <Button variant="default" size="xs" onClick={() => onRevoke(apiKey)} aria-describedby={nameId(apiKey)}>
            {t('revoke.action')}
          </Button>
        ),
    },
  ];
  return <DataTable label={t('keys.table')} columns={columns} rows={keys} rowKey={(apiKey) => apiKey.id} />;
}
