import '../keys.css';
import type { ApiKeyView } from '@billhook/contract/identity/key';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { IconBan, IconPencil, IconRefresh } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useHolds, useSignedIn } from '../../../shared/session/signed-in.js';
import { DetailLayout, RecordGate, RecordHeader } from '../../../shared/workspace/detail.js';
import { PageLink } from '../../../shared/workspace/links.js';
import { NoPermission } from '../../../shared/workspace/no-permission.js';
import { RecordActions, type RecordAction } from '../../../shared/workspace/record-actions.js';
import type { KeyPageSearch, TrafficWindow } from '../key-search.js';
import { KeyStatusBadge, SuspensionReason } from '../key-status.js';
import { KeyTraffic } from '../key-usage/key-traffic.js';
import { useApiKey } from '../key.queries.js';
import type { KeyOwner } from '../keys.queries.js';
import { useKeyRights, type KeyDialog } from './key-actions.js';
import { KeyDetails } from './key-details.js';
import { KeyHistory } from './key-history.js';
import { RotationNotice } from './key-rotation.js';

const RevokeKeyDialog = lazy(() =>
  import('../revoke-key-dialog.js').then((file) => ({ default: file.RevokeKeyDialog })),
);
const RotateKeyDialog = lazy(() =>
  import('./rotate-key-dialog.js').then((file) => ({ default: file.RotateKeyDialog })),
);
const UpgradeDialog = lazy(() => import('../upgrade-dialog.js').then((file) => ({ default: file.UpgradeDialog })));
const RenameKeyDialog = lazy(() =>
  import('./rename-key-dialog.js').then((file) => ({ default: file.RenameKeyDialog })),
);
const KeyNetworksDialog = lazy(() =>
  import('./key-networks-dialog.js').then((file) => ({ default: file.KeyNetworksDialog })),
);
const KeyRateLimitDialog = lazy(() =>
  import('./key-rate-limit-dialog.js').then((file) => ({ default: file.KeyRateLimitDialog })),
);

const myRoute = getRouteApi('/api-keys/$id');
const companyRoute = getRouteApi('/company-keys/$id');

export function MyKeyPage() {
  const { id } = myRoute.useParams();
  const navigate = myRoute.useNavigate();
  return (
    <KeyPage
      owner="mine"
      id={id}
      search={myRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}

export function CompanyKeyPage() {
  const { t } = useTexts('keyPage');
  const { id } = companyRoute.useParams();
  const search = companyRoute.useSearch();
  const navigate = companyRoute.useNavigate();
  if (!useHolds('api_key.manage')) {
    return <NoPermission>{t('forbiddenBody')}</NoPermission>;
  }
  return (
    <KeyPage
      owner="company"
      id={id}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}

interface KeyPageProps {
  readonly owner: KeyOwner;
  readonly id: number;
  readonly search: KeyPageSearch;
  readonly onSearch: (search: KeyPageSearch) => void;
}

function KeyPage(props: KeyPageProps) {
  const query = useApiKey(props.owner, props.id);
  return <RecordGate query={query}>{(apiKey) => <KeyDetail key={apiKey.id} apiKey={apiKey} {...props} />}</RecordGate>;
}

function KeyDetail({ owner, apiKey, search, onSearch }: KeyPageProps & { apiKey: ApiKeyView }) {
  const { t } = useTexts('keyPage');
  const rights = useKeyRights(owner, apiKey);
  const isPaid = isPaidPlan(useSignedIn().company.plan);
  const { id, name, prefix, creator } = apiKey;
  const starting = isPaid ? 'rotate' : 'upgrade';
  const [dialog, setDialog] = useState<KeyDialog | 'upgrade' | undefined>(
    search.rotate && !rights.rotate ? starting : undefined,
  );
  const close = () => setDialog(undefined);

  // The link that opened the dialog is done: going back or reloading must not open it again.
  useEffect(() => {
    if (search.rotate) onSearch({ days: search.days });
  }, [search.rotate, search.days, onSearch]);

  const actions: RecordAction[] = [
    {
      key: 'rotate',
      label: t('actions.rotate'),
      icon: IconRefresh,
      primary: true,
      refused: rights.rotate,
      run: () => setDialog(starting),
    },
    {
      key: 'rename',
      label: t('actions.rename'),
      icon: IconPencil,
      refused: rights.change,
      run: () => setDialog('rename'),
    },
    {
      key: 'revoke',
      label: t('actions.revoke'),
      icon: IconBan,
      danger: true,
      refused: rights.ended,
      run: () => setDialog('revoke'),
    },
  ];
  return (
    <>
      <RecordHeader
        title={name}
        back={
          owner === 'mine' ? (
            <PageLink to="/api-keys">{t('words:myKeys')}</PageLink>
          ) : (
            <PageLink to="/company-keys">{t('words:companyKeys')}</PageLink>
          )
        }
        status={<KeyStatusBadge status={apiKey.status} />}
        lead={
          <>
            <span className="bh-mono">{prefix}…</span>
            {owner === 'company' && `${DOT}${creator.name}`}
            <SuspensionReason apiKey={apiKey} />
          </>
        }
        actions={<RecordActions main={actions} />}
      />
      <RotationNotice owner={owner} apiKey={apiKey} />
      <DetailLayout
        aside={
          <>
            <KeyDetails owner={owner} apiKey={apiKey} rights={rights} onEdit={setDialog} />
            <KeyHistory owner={owner} apiKey={apiKey} />
          </>
        }
      >
        <KeyTraffic
          owner={owner}
          apiKey={apiKey}
          days={search.days ?? 30}
          onDays={(days: TrafficWindow) => onSearch({ days: days === 30 ? undefined : days })}
        />
      </DetailLayout>
      <Suspense>
        {dialog === 'rotate' && (
          <RotateKeyDialog owner={owner} apiKey={apiKey} onPlanRequired={() => setDialog('upgrade')} onClose={close} />
        )}
        {dialog === 'revoke' && <RevokeKeyDialog owner={owner} apiKey={apiKey} onClose={close} />}
        {dialog === 'rename' && <RenameKeyDialog owner={owner} id={id} name={name} onClose={close} />}
        {dialog === 'networks' && <KeyNetworksDialog owner={owner} apiKey={apiKey} onClose={close} />}
        {dialog === 'rateLimit' && <KeyRateLimitDialog apiKey={apiKey} onClose={close} />}
        {dialog === 'upgrade' && <UpgradeDialog onClose={close} />}
      </Suspense>
    </>
  );
}
