import type { Permission } from '@billhook/domain/identity/permissions';
import { RESOURCES, resourcesWith } from '@billhook/domain/shared/resources';
import { useTexts } from '@billhook/ui/use-texts';
import { NavLink } from '@mantine/core';
import {
  IconApps,
  IconBook2,
  IconBuilding,
  IconBuildingStore,
  IconCash,
  IconDatabaseExport,
  IconFileDescription,
  IconFileInvoice,
  IconHash,
  IconHistory,
  IconKey,
  IconListSearch,
  IconMail,
  IconPercentage,
  IconReceiptRefund,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { Link, useRouterState, type LinkProps } from '@tanstack/react-router';
import { useId } from 'react';
import { useSignedIn } from '../shared/session/signed-in.js';
import type { WorkspaceRecord } from '../shared/workspace/records.js';

export interface NavEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: Icon;
  /** Members without this permission do not see the entry. */
  readonly needs?: Permission;
}

/** The lists of the workspace in their order. A resource with pages but no icon does not compile. */
const LIST_ICONS = {
  clients: IconUsers,
  quotes: IconFileDescription,
  invoices: IconFileInvoice,
  payments: IconCash,
  'credit-notes': IconReceiptRefund,
  mails: IconMail,
} as const satisfies Record<WorkspaceRecord, Icon>;
const LIST_NAMES = Object.keys(LIST_ICONS) as WorkspaceRecord[];

/** The permission to view each list. */
const LIST_PERMISSIONS = new Map<string, Permission>(
  resourcesWith('hasPages').map((name) => [RESOURCES[name].plural, RESOURCES[name].read]),
);

/** Members without the permission of a list do not see its entry. */
const listNeeds = (name: WorkspaceRecord) => {
  const needs = LIST_PERMISSIONS.get(name);
  return needs ? { needs } : {};
};

interface NavGroupEntries {
  readonly title: string;
  readonly entries: readonly NavEntry[];
}

interface NavGroupProps extends NavGroupEntries {
  readonly onNavigate: () => void;
}

/** On a low screen, the navigation scrolls separately. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

function NavGroup({ title, entries, onNavigate }: NavGroupProps) {
  const id = useId();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <div className="st-nav-part">
      <div className="st-nav-group" id={id}>
        {title}
      </div>
      <div role="group" aria-labelledby={id}>
        {entries.map(({ to, label, icon: EntryIcon }) => {
          // The pages of a record are below its list.
          const active = `${path}/`.replace(/^\/settings\//, '/').startsWith(`${to}/`);
          return (
            <NavLink
              key={to}
              ref={active ? scrollIntoView : undefined}
              component={Link}
              to={to}
              label={label}
              active={active}
              aria-current={active ? 'page' : undefined}
              leftSection={<EntryIcon size={18} stroke={1.7} aria-hidden="true" />}
              onClick={onNavigate}
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
              mb={2}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The pages that the member may open, in their groups. */
export function useNavGroups(): readonly NavGroupEntries[] {
  const { t } = useTexts('settings');
  const { permissions } = useSignedIn().member;
  const workspace = LIST_NAMES.map((name): NavEntry => ({
    ...listNeeds(name),
    icon: LIST_ICONS[name],
    to: `/${name}`,
    label: t(`lists.${name}`),
  }));
  const connections: NavEntry[] = [
    { to: '/api-keys', label: t('words:myKeys'), icon: IconKey },
    { to: '/company-keys', label: t('words:companyKeys'), icon: IconBuilding, needs: 'api_key.manage' },
    { to: '/applications', label: t('words:applications'), icon: IconApps },
    { to: '/logs', label: t('nav.logs'), icon: IconListSearch },
    { to: '/webhooks', label: t('nav.webhooks'), icon: IconWebhook, needs: 'integration.write' },
  ];
  const company: NavEntry[] = [
    { to: '/company', label: t('nav.company'), icon: IconBuildingStore },
    { to: '/numbering', label: t('words:numbering'), icon: IconHash, needs: 'invoice.read' },
    { to: '/tax-rates', label: t('words:taxRates'), icon: IconPercentage, needs: 'invoice.read' },
    { to: '/members', label: t('words:members'), icon: IconUsersGroup, needs: 'member.manage' },
    { to: '/audit-log', label: t('words:auditLog'), icon: IconHistory, needs: 'audit.read' },
    { to: '/company-data', label: t('words:companyData'), icon: IconDatabaseExport, needs: 'company.manage' },
  ];
  const groups = [
    { title: t('nav.workspace'), entries: workspace },
    { title: t('nav.group'), entries: connections },
    { title: t('words:company'), entries: company },
  ];
  const isShown = ({ needs }: NavEntry) => !needs || permissions.includes(needs);
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(isShown) }))
    .filter(({ entries }) => entries.length > 0);
}

export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useTexts('settings');
  return (
    <>
      <div className="st-nav">
        {useNavGroups().map((group) => (
          <NavGroup key={group.title} {...group} onNavigate={onNavigate} />
        ))}
      </div>
      <NavLink
        href="/docs/"
        label={t('nav.docs')}
        leftSection={<IconBook2 size={18} stroke={1.7} aria-hidden="true" />}
        style={{ borderRadius: 'var(--mantine-radius-md)' }}
        mt="auto"
      />
    </>
  );
}
