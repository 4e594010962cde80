import type { ApiKeyView } from '@billhook/contract/identity/key';
import { hasEnded } from '@billhook/domain/identity/key-status';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { KeyLink } from '../key-link.js';
import { KeyPermissions } from '../key-permissions.js';
import { KeyStatusCell } from '../key-status.js';
import { callsIn } from '../key-usage/request-outcomes.js';
import { Sparkline } from '../key-usage/sparkline.js';
import type { KeyActivity, KeyOwner } from '../keys.queries.js';

/** Keeps a date on one line. */
const NO_BREAK = '\u00a0';

interface KeyTableProps {
  readonly owner: KeyOwner;
  readonly keys: readonly ApiKeyView[];
  readonly activity: KeyActivity['days'];
  /** The cell before the name of a key. */
  readonly mark?: ((apiKey: ApiKeyView) => ReactNode) | undefined;
  /** The id of a key that is about to be scrolled to. */
  readonly sought: number | undefined;
  readonly onRevoke: (apiKey: ApiKeyView) => void;
}

export function KeyTable({ owner, keys, activity, mark, sought, onRevoke }: KeyTableProps) {
  const { t } = useTexts('keys');
  const format = useFormat();
  const nameId = (apiKey: ApiKeyView) => `key-${apiKey.id}`;

  // In the company's list it is below the owner: seven columns need 1280 pixels.
  const createdColumn: Column<ApiKeyView> = {
    key: 'created',
    header: t('words:keyCreated'),
    render: ({ createdAt }) => <span className="st-date">{format.date(createdAt)}</span>,
  };
  const ownerColumn: Column<ApiKeyView> = {
    key: 'owner',
    header: t('words:owner'),
    render: ({ creator, createdAt }) => (
      <>
        <div>{creator.name}</div>
        <Text size="xs" c="dimmed">
          {creator.email === null ? t('list.serviceMember') : <EmailAddress address={creator.email} />}
        </Text>
        <Text size="xs" c="dimmed">
          {t('list.createdOn', { date: format.date(createdAt).replaceAll(' ', NO_BREAK) })}
        </Text>
      </>
    ),
  };

  const columns: Column<ApiKeyView>[] = [
    {
      key: 'name',
      header: t('words:name'),
      wide: true,
      render: (apiKey) => (
        <div className="st-marked">
          {mark?.(apiKey)}
          <div>
            <Text fw={600} size="sm" id={nameId(apiKey)} tabIndex={-1} className="bh-anywhere" miw={110} maw={240}>
              <KeyLink owner={owner} id={apiKey.id}>
                {apiKey.name}
              </KeyLink>
            </Text>
            <Text c="dimmed" className="bh-mono st-prefix">
              {apiKey.prefix}…
            </Text>
          </div>
        </div>
      ),
    },
    ...(owner === 'company' ? [ownerColumn] : []),
    {
      key: 'permissions',
      spare: true,
      header: t('words:permissions'),
      render: (apiKey) => <KeyPermissions apiKey={apiKey} />,
    },
    ...(owner === 'mine' ? [createdColumn] : []),
    { key: 'expires', header: t('words:expires'), render: (apiKey) => <KeyEnd apiKey={apiKey} /> },
    {
      key: 'lastUse',
      header: t('words:lastUse'),
      render: (apiKey) => (
        <>
          <LastUse apiKey={apiKey} calls={callsIn(activity.get(apiKey.id))} />
          <Activity days={activity.get(apiKey.id)} />
        </>
      ),
    },
    { key: 'status', header: t('words:status'), render: (apiKey) => <KeyStatusCell apiKey={apiKey} /> },
    {
      key: 'actions',
      header: t('words:actions'),
      align: 'right',
      wide: true,
      render: (apiKey) =>
        !hasEnded(apiKey.status) && (
          <Button variant="default" size="xs" onClick={() => onRevoke(apiKey)} aria-describedby={nameId(apiKey)}>
            {t('words:revoke')}
          </Button>
        ),
    },
  ];
  return (
    <DataTable
      label={t('list.table')}
      columns={columns}
      rows={keys}
      rowKey={(apiKey) => apiKey.id}
      grows
      kept={sought}
    />
  );
}

/** The end of a key: its expiry, or an earlier end because of its successor. The status of a revoked key says so already. */
function KeyEnd({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTexts('keys');
  const { status, expiresAt, retiresAt, successor } = apiKey;
  if (status === 'revoked') return '–';
  const successorText = successor && (
    <Text size="xs" c="dimmed">
      {t('list.replacedBy', { prefix: successor.prefix })}
    </Text>
  );
  if (retiresAt && !hasEnded(apiKey.status)) {
    return (
      <>
        {t('list.ends')} <RelativeTime ofCompany at={retiresAt} />
        {successorText}
      </>
    );
  }
  return (
    <>
      {expiresAt ? <RelativeTime ofCompany at={expiresAt} /> : <span className="st-date">{t('words:noExpiry')}</span>}
      {successorText}
    </>
  );
}

/** When it was last used; the tooltip contains the exact time, the address and the program. */
function LastUse({ apiKey, calls }: { apiKey: ApiKeyView; calls: number }) {
  const { t } = useTexts('keys');
  const { lastUsedAt, lastUsedFrom, lastUsedAgent } = apiKey;
  if (!lastUsedAt) return t(calls > 0 ? 'list.onlyRefused' : 'list.neverUsed');
  const note = [lastUsedFrom && t('words:fromAddress', { address: lastUsedFrom }), lastUsedAgent].filter(Boolean);
  return <RelativeTime ofCompany at={lastUsedAt} {...(note.length > 0 && { note: note.join(DOT) })} />;
}

function Activity({ days }: { days: readonly number[] | undefined }) {
  const { t } = useTexts('keys');
  const format = useFormat();
  const count = callsIn(days);
  // A key without requests has no chart: "never used" or the last use says so.
  if (!days || count === 0) return null;
  return <Sparkline days={days} label={t('words:activity', { count, number: format.number(count) })} />;
}
