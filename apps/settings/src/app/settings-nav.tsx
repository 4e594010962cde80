import { NavLink } from '@mantine/core';
import { IconBook2, IconBuilding, IconKey, IconWebhook, type Icon } from '@tabler/icons-react';
import { Link, useRouterState, type LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../session/queries.js';

interface Entry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: Icon;
}

export function SettingsNav({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useTranslation('settings');
  const path = useRouterState({ select: (state) => state.location.pathname });
  const managesKeys = useHolds('api_key.manage');
  const managesWebhooks = useHolds('integration.write');
  const entries: Entry[] = [
    { to: '/api-keys', label: t('nav.myKeys'), icon: IconKey },
    ...(managesKeys ? [{ to: '/company-keys' as const, label: t('nav.companyKeys'), icon: IconBuilding }] : []),
    ...(managesWebhooks ? [{ to: '/webhooks' as const, label: t('nav.webhooks'), icon: IconWebhook }] : []),
  ];
  return (
    <>
      <div className="st-nav-group" id="nav-group">
        {t('nav.group')}
      </div>
      <div role="group" aria-labelledby="nav-group">
        {entries.map(({ to, label, icon: EntryIcon }) => {
          const active = path.endsWith(to);
          return (
            <NavLink
              key={to}
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
