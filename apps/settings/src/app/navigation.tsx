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

interface NavEntry {
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

interface NavGroupProps {
  readonly title: string;
  readonly entries: readonly NavEntry[];
  readonly onNavigate: () => void;
}

/** On a low screen, the navigation scrolls separately. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

function NavGroup({ title, entries, onNavigate }: NavGroupProps) {
  const id = useId();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { permissions } = useSignedIn().member;
  const shown = entries.filter(({ needs }) => !needs || permissions.includes(needs));
  if (shown.length === 0) return null;
  return (
    <div className="st-nav-part">
      <div className="st-nav-group" id={id}>
        {title}
      </div>
      <div role="group" aria-labelledby={id}>
        {shown.map(({ to, label, icon: EntryIcon }) => {
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

export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useTexts('settings');
  const workspace = LIST_NAMES.map((name): NavEntry => ({
    ...listNeeds(name),
    icon: LIST_ICONS[name],
    to: `/${name}`,
    label: t(`lists.${name}`),
  }));
  const connections: NavEntry[] = [
    { to: '/api-keys', label: t('nav.myKeys'), icon: IconKey },
    { to: '/company-keys', label: t('nav.companyKeys'), icon: IconBuilding, needs: 'api_key.manage' },
    { to: '/applications', label: t('nav.applications'), icon: IconApps },
    { to: '/logs', label: t('nav.logs'), icon: IconListSearch },
    { to: '/webhooks', label: t('nav.webhooks'), icon: IconWebhook, needs: 'integration.write' },
  ];
  const company: NavEntry[] = [
    { to: '/company', label: t('nav.company'), icon: IconBuildingStore },
    { to: '/numbering', label: t('nav.numbering'), icon: IconHash, needs: 'invoice.read' },
    { to: '/tax-rates', label: t('nav.taxRates'), icon: IconPercentage, needs: 'invoice.read' },
    { to: '/members', label: t('nav.members'), icon: IconUsersGroup, needs: 'member.manage' },
    { to: '/audit-log', label: t('nav.audit'), icon: IconHistory, needs: 'audit.read' },
    { to: '/company-data', label: t('nav.companyData'), icon: IconDatabaseExport, needs: 'company.manage' },
  ];
  return (
    <>
      <div className="st-nav">
        <NavGroup title={t('nav.workspace')} entries={workspace} onNavigate={onNavigate} />
        <NavGroup title={t('nav.group')} entries={connections} onNavigate={onNavigate} />
        <NavGroup title={t('nav.companyGroup')} entries={company} onNavigate={onNavigate} />
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
