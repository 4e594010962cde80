import type { ApiKeyView } from '@billhook/contract/identity/key';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconDownload, IconKey } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { NoPermission } from '../../shared/workspace/no-permission.js';
import { KeyList } from '../keys/key-list/key-list.js';
import { companyFilters, type CompanyKeySearch } from '../keys/key-search.js';
import { CompanyKeyFilters } from './company-key-filters.js';
import { keyExportPath } from './company-keys.queries.js';
import { KeyPolicyPanel } from './key-policy-panel.js';
import { KeySelectionBar, useSelectBox } from './key-selection.js';

const route = getRouteApi('/company-keys');
const RevokeKeysDialog = lazy(() =>
  import('./revoke-keys-dialog.js').then((file) => ({ default: file.RevokeKeysDialog })),
);

export function CompanyKeysPage() {
  const { t } = useTexts('companyKeys');
  const { company } = useSignedIn();
  const manages = useHolds('api_key.manage');
  const filters = companyFilters(route.useSearch());
  return (
    <>
      <PageHeader
        title={t('words:companyKeys')}
        lead={t('lead', { company: company.name })}
        actions={
          manages && (
            <Button
              component="a"
              href={keyExportPath(filters)}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              title={t('exportHint')}
            >
              {t('export')}
            </Button>
          )
        }
      />
      {manages ? <CompanyKeys /> : <NoPermission>{t('forbiddenBody')}</NoPermission>}
    </>
  );
}

function CompanyKeys() {
  const { t } = useTexts('companyKeys');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [selected, setSelected] = useState<readonly ApiKeyView[]>([]);
  const [revoking, setRevoking] = useState(false);
  const box = useSelectBox(selected, setSelected);
  const filter = (change: CompanyKeySearch) => {
    // Keys that are no longer visible must not be revoked with the visible ones.
    setSelected([]);
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  };
  const clear = () => {
    setSelected([]);
    void navigate({ search: {}, replace: true });
  };
  return (
    <>
      <KeyPolicyPanel onOutside={() => filter({ outsidePolicy: true, status: undefined })} />
      <KeyList
        owner="company"
        filters={companyFilters(search)}
        onStatus={(status) => filter({ status })}
        onClear={clear}
        tools={<CompanyKeyFilters search={search} onFilter={filter} onClear={clear} />}
        mark={box}
        above={(rows) => (
          <KeySelectionBar rows={rows} selected={selected} onSelect={setSelected} onRevoke={() => setRevoking(true)} />
        )}
        empty={
          <EmptyState icon={IconKey} title={t('empty')}>
            {t('emptyBody')}
          </EmptyState>
        }
      />
      <Suspense>
        {revoking && (
          <RevokeKeysDialog
            ids={selected.map(({ id }) => id)}
            onDone={() => setSelected([])}
            onClose={() => setRevoking(false)}
          />
        )}
      </Suspense>
    </>
  );
}
