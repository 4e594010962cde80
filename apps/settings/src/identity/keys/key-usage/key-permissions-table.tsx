import type { ApiKeyView } from '@billhook/contract/identity/key';
import type { KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useNow } from '@billhook/ui/use-now';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { Section } from '../../../shared/workspace/detail.js';
import { permissionSummary } from '../../permission-summary.js';
import { lostPermissions } from '../key-status.js';

type Needed = KeyTrafficView['permissions'][number];

/** The number of days after which an unused permission is marked, on keys that are at least as old. */
const UNUSED_MS = 30 * 86_400_000;

interface KeyPermissionsTableProps {
  readonly apiKey: ApiKeyView;
  readonly needed: readonly Needed[];
  readonly ended: boolean;
}

/** The permissions of a key: which of them work, and when each was last needed. */
export function KeyPermissionsTable({ apiKey, needed, ended }: KeyPermissionsTableProps) {
  const { t } = useTexts('keyPage');
  const language = useLanguage();
  const now = useNow().getTime();
  const lost = lostPermissions(apiKey);
  const longAgo = (at: string) => now - Date.parse(at) > UNUSED_MS;
  const unused =
    !ended && apiKey.lastUsedAt !== null && longAgo(apiKey.createdAt)
      ? needed.filter(({ lastUsedAt }) => lastUsedAt === null || longAgo(lastUsedAt))
      : [];
  const columns: Column<Needed>[] = [
    {
      key: 'permission',
      header: t('permissions.permission'),
      wide: true,
      render: ({ permission }) => (
        <>
          <span className="bh-mono">{permission}</span>
          <Text size="sm" c="dimmed">
            {permissionSummary(permission, language)}
          </Text>
          {lost.includes(permission) && (
            <Text size="sm" c="var(--mantine-color-yellow-light-color)">
              {t('permissions.lost')}
            </Text>
          )}
          {apiKey.status === 'suspended' && <Text size="sm">{t('permissions.suspended')}</Text>}
        </>
      ),
    },
    {
      key: 'lastUse',
      header: t('permissions.lastUse'),
      render: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('words:notEver')),
    },
  ];
  return (
    <Section title={t('words:permissions')} flush>
      {unused.length > 0 && (
        <Text size="sm" px="lg" pt={4}>
          {t('permissions.unused', { count: unused.length })}
        </Text>
      )}
      <DataTable
        label={t('permissions.table')}
        columns={columns}
        rows={needed}
        rowKey={({ permission }) => permission}
      />
    </Section>
  );
}
