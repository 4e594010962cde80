import { isPaidPlan } from '@billhook/domain/identity/company';
import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useHolds, useSignedIn } from '../../../shared/session/signed-in.js';
import { FilterBar, SearchBox } from '../../../shared/workspace/filter-bar.js';
import { scopesOfLink, type KeySearch } from '../key-search.js';
import { ExpiringKeys } from './expiring-keys.js';
import { KeyList } from './key-list.js';
import { Quickstart } from './quickstart.js';

const route = getRouteApi('/api-keys');
const CreateKeyDialog = lazy(() =>
  import('../key-form/create-key-dialog.js').then((file) => ({ default: file.CreateKeyDialog })),
);
const UpgradeDialog = lazy(() => import('../upgrade-dialog.js').then((file) => ({ default: file.UpgradeDialog })));

export function MyKeysPage() {
  const { t } = useTexts('keys');
  const { company } = useSignedIn();
  const mayCreate = useHolds('api_key.create');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [wanted] = useState(() => scopesOfLink(search.scopes));
  const isPaid = isPaidPlan(company.plan);
  const starting = isPaid ? 'create' : 'upgrade';
  const [dialog, setDialog] = useState<'create' | 'upgrade' | undefined>(
    search.create && mayCreate ? starting : undefined,
  );
  const { q, status } = search;
  const filter = (change: KeySearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const clear = () => void navigate({ search: {}, replace: true });

  // The link that opened the dialog is done: going back or reloading must not open it again.
  useEffect(() => {
    if (!search.create && !search.scopes) return;
    void navigate({ search: (before) => ({ q: before.q, status: before.status }), replace: true });
  }, [navigate, search.create, search.scopes]);

  return (
    <>
      <PageHeader
        title={t('list.title')}
        lead={
          <>
            {t('list.lead')}{' '}
            <Anchor href="/docs/quickstart/" size="sm" underline="always">
              {t('list.quickstartLink')}
            </Anchor>
            {mayCreate && !isPaid && (
              <Text size="sm" mt="xs" c="var(--mantine-color-text)">
                {t('list.needsPro', { company: company.name })}
              </Text>
            )}
            {!mayCreate && (
              <Text size="sm" mt="xs" c="var(--mantine-color-text)">
                {t('list.mayNotCreate', { company: company.name })}
              </Text>
            )}
          </>
        }
        actions={
          mayCreate && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog(starting)}>
              {t('list.create')}
            </Button>
          )
        }
      />
      <ExpiringKeys />
      <KeyList
        owner="mine"
        filters={{ q, status }}
        onStatus={(next) => filter({ status: next })}
        onClear={clear}
        tools={
          <FilterBar search={search} onClear={clear}>
            <SearchBox
              label={t('list.search')}
              placeholder={t('list.searchHint')}
              value={q}
              onChange={(next) => filter({ q: next })}
            />
          </FilterBar>
        }
        empty={<Quickstart mayCreate={mayCreate} isPaid={isPaid} />}
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
