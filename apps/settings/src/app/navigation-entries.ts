import type { Permission } from '@billhook/domain/identity/permissions';
import { RESOURCES, resourcesWith } from '@billhook/domain/shared/resources';
import { useTexts } from '@billhook/ui/use-texts';
import {
  IconApps,
  IconBuilding,
  IconBuildingStore,
  IconCash,
  IconDatabaseExport,
  IconFileDescription,
  IconFileInvoice,
  IconHash,
  IconHistory,
  IconHome,
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
import type { LinkProps } from '@tanstack/react-router';
import { useSignedIn } from '../shared/session/signed-in.js';
import type { WorkspaceRecord } from '../shared/workspace/records.js';

export interface NavigationEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: Icon;
  /** Members without this permission do not see the entry. */
  readonly needs?: Permission;
}

/** A group of entries of the settings. */
export interface SettingsGroup {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

/** The lists of the workspace in their order. A resource with pages but no icon does not compile. */
const LIST_ICONS = {
  invoices: IconFileInvoice,
  quotes: IconFileDescription,
  clients: IconUsers,
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

/** The pages that the member may open: those of the work, and those of the settings in groups. */
export function useNavigationEntries(): {
  readonly work: readonly NavigationEntry[];
  readonly settings: readonly SettingsGroup[];
} {
  const { t } = useTexts('settings');
  const { permissions } = useSignedIn().member;
  const shown = (entries: readonly NavigationEntry[]) =>
    entries.filter(({ needs }) => !needs || permissions.includes(needs));
  const groups: SettingsGroup[] = [
    {
      title: t('nav.group'),
      entries: shown([
        { to: '/api-keys', label: t('words:myKeys'), icon: IconKey },
        { to: '/company-keys', label: t('words:companyKeys'), icon: IconBuilding, needs: 'api_key.manage' },
        { to: '/applications', label: t('words:applications'), icon: IconApps },
        { to: '/logs', label: t('nav.logs'), icon: IconListSearch },
        { to: '/webhooks', label: t('nav.webhooks'), icon: IconWebhook, needs: 'integration.write' },
      ]),
    },
    {
      title: t('words:company'),
      entries: shown([
        { to: '/company', label: t('nav.company'), icon: IconBuildingStore },
        { to: '/numbering', label: t('words:numbering'), icon: IconHash, needs: 'invoice.read' },
        { to: '/tax-rates', label: t('words:taxRates'), icon: IconPercentage, needs: 'invoice.read' },
        { to: '/members', label: t('words:members'), icon: IconUsersGroup, needs: 'member.manage' },
        { to: '/audit-log', label: t('words:auditLog'), icon: IconHistory, needs: 'audit.read' },
        { to: '/company-data', label: t('words:companyData'), icon: IconDatabaseExport, needs: 'company.manage' },
      ]),
    },
  ];
  return {
    work: shown([
      { to: '/', label: t('nav.home'), icon: IconHome, needs: 'invoice.read' },
      ...LIST_NAMES.map((name): NavigationEntry => ({
        ...listNeeds(name),
        icon: LIST_ICONS[name],
        to: `/${name}`,
        label: name === 'mails' ? t('nav.outbox') : t(`lists.${name}`),
      })),
    ]),
    settings: groups.filter(({ entries }) => entries.length > 0),
  };
}

/** Whether a path is the page of an entry, or below it: the pages of a record are below its list. */
export function isAtEntry(path: string, to: NavigationEntry['to']): boolean {
  const place = `${path}/`.replace(/^\/settings\/+/, '/');
  return to === '/' ? place === '/' : place.startsWith(`${to}/`);
}
