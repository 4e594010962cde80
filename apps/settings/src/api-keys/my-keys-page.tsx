import { isPaidPlan } from '@billhook/domain/company';
import { PageHeader } from '@billhook/ui/components/page-header';
import { Anchor, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds, useSignedIn } from '../session/queries.js';
import { KeyList } from './key-list.js';
import { scopesOfLink } from './key-search.js';
import { Quickstart } from './quickstart.js';

const route = getRouteApi('/api-keys');
const CreateKeyDialog = lazy(() =>
  import('./create-key-dialog.js').then((file) => ({ default: file.CreateKeyDialog })),
);
const UpgradeDialog = lazy(() => import('./upgrade-dialog.js').then((file) => ({ default: file.UpgradeDialog })));

export function MyKeysPage() {
  const { t } = useTranslation('settings');
  const { company } = useSignedIn();
  const mayCreate = useHolds('api_key.create');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [wanted] = useState(() => scopesOfLink(search.scopes));
  const starting = isPaidPlan(company.plan) ? 'create' : 'upgrade';
  const [dialog, setDialog] = useState<'create' | 'upgrade' | undefined>(
    search.create && mayCreate ? starting : undefined,
  );

  // A deep link has done its work: going back or reloading must not open the dialog again.
  useEffect(() => {
    if (!search.create && !search.scopes) return;
    void navigate({ search: ({ status }) => (status ? { status } : {}), replace: true });
  }, [navigate, search.create, search.scopes]);

  return (
    <>
      <PageHeader
        title={t('keys.title')}
        lead={
          <>
            {t('keys.lead')}{' '}
            <Anchor href="/docs/" size="sm" underline="always">
              {t('keys.quickstartLink')}
            </Anchor>
            {!mayCreate && (
              <Text size="sm" mt="xs" c="var(--mantine-color-text)">
                {t('keys.mayNotCreate', { company: company.name })}
              </Text>
            )}
          </>
        }
        actions={
          mayCreate && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog(starting)}>
              {t('keys.create')}
            </Button>
          )
        }
      />
      <KeyList
        owner="mine"
        status={search.status}
        onStatus={(status) => void navigate({ search: status ? { status } : {}, replace: true })}
        empty={<Quickstart />}
      />
      <Suspense>
        {dialog === 'create' && (
          <CreateKeyDialog
            wanted={wanted}
            onPlanRequired={() => setDialog('upgrade')}
            onClose={() => setDialog(undefined)}
          />
        )}
        {dialog === 'upgrade' && <UpgradeDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  );
}
