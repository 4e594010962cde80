import '../../shared/workspace/workspace.css';
import type { InvitationView } from '@billhook/contract/identity/invitation';
import type { MemberView } from '@billhook/contract/identity/member';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { PagedList } from '@billhook/ui/components/paged-list';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { IconFilterOff, IconPlugConnected, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { FilterBar, SearchBox } from '../../shared/workspace/filter-bar.js';
import { NoPermission } from '../../shared/workspace/no-permission.js';
import { InvitationTable } from './invitation-table.js';
import { SEGMENTS, type Segment } from './member-search.js';
import { MemberTable } from './member-table.js';
import { useInvitations, useMembers } from './members.queries.js';

const route = getRouteApi('/members');
const InviteDialog = lazy(() => import('./invite-dialog.js').then((file) => ({ default: file.InviteDialog })));
const ServiceMemberDialog = lazy(() =>
  import('./service-member-dialog.js').then((file) => ({ default: file.ServiceMemberDialog })),
);

export function MembersPage() {
  const { t } = useTexts('members');
  const { company } = useSignedIn();
  const manages = useHolds('member.manage');
  if (manages) return <Members />;
  return (
    <>
      <PageHeader title={t('words:members')} lead={t('lead', { company: company.name })} />
      <NoPermission>{t('forbiddenBody')}</NoPermission>
    </>
  );
}

function matches(q: string | undefined, { name, email }: { name: string; email: string | null }): boolean {
  return !q || `${name} ${email ?? ''}`.toLowerCase().includes(q.toLowerCase());
}

/** The lists are loaded completely, so counts and search cover all of them. */
function useSegments(q: string | undefined) {
  const present = useMembers('present');
  const removed = useMembers('removed');
  const invitations = useInvitations();
  const of = (rows: readonly MemberView[] | undefined, keep: (row: MemberView) => boolean) =>
    rows?.filter((row) => keep(row) && matches(q, row));
  const waiting = (row: InvitationView) => row.status === 'Open' || row.status === 'Expired';
  return {
    people: { query: present, rows: of(present.data?.data, ({ kind }) => kind === 'Person') },
    service: { query: present, rows: of(present.data?.data, ({ kind }) => kind === 'Service') },
    removed: { query: removed, rows: of(removed.data?.data, () => true) },
    invitations: {
      query: invitations,
      rows: invitations.data?.data.filter((row) => waiting(row) && matches(q, row)),
    },
  } as const;
}

function Members() {
  const { t } = useTexts('members');
  const { company } = useSignedIn();
  const { show = 'people', q } = route.useSearch();
  const navigate = route.useNavigate();
  const [dialog, setDialog] = useState<'invite' | 'service'>();
  const segments = useSegments(q);

  const choose = (chosen: string) => {
    const segment = SEGMENTS.find((known) => known === chosen);
    void navigate({ search: ({ q: kept }) => searchFor(segment, kept), replace: true });
  };
  const search = (text: string | undefined) =>
    void navigate({ search: ({ show: kept }) => searchFor(kept, text), replace: true });
  const label = (segment: Segment) => {
    const count = segments[segment].rows?.length;
    const name = t(`segments.${segment}`);
    return count === undefined ? name : `${name} (${count})`;
  };
  const control = {
    'aria-label': t('show'),
    value: show,
    data: SEGMENTS.map((segment) => ({ value: segment, label: label(segment) })),
    mb: 'md',
  };
  const close = () => setDialog(undefined);

  return (
    <>
      <PageHeader
        title={t('words:members')}
        lead={t('lead', { company: company.name })}
        actions={
          <>
            <Button variant="default" onClick={() => setDialog('service')}>
              {t('service.action')}
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('invite')}>
              {t('invite.action')}
            </Button>
          </>
        }
      />
      <FilterBar search={{ q }} onClear={() => search(undefined)}>
        <SearchBox label={t('words:search')} placeholder={t('searchHint')} value={q} onChange={search} />
      </FilterBar>
      <SegmentedControl {...control} onChange={choose} visibleFrom="md" />
      <NativeSelect {...control} onChange={(event) => choose(event.currentTarget.value)} hiddenFrom="md" />
      {show === 'service' && (
        <Text size="sm" c="dimmed" mb="md" maw={680}>
          {t('serviceLead')}
        </Text>
      )}
      <SegmentPanel show={show} q={q} segments={segments} />
      <Suspense>
        {dialog === 'invite' && <InviteDialog onClose={close} />}
        {dialog === 'service' && (
          <ServiceMemberDialog
            onCreated={({ id }) => void navigate({ to: '/members/$id', params: { id } })}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

function searchFor(show: Segment | undefined, q: string | undefined) {
  return { ...(show && show !== 'people' && { show }), ...(q !== undefined && { q }) };
}

/** The list is loaded completely. */
const ONE_PAGE = {
  hasNextPage: false,
  isFetching: false,
  isFetchingNextPage: false,
  fetchNextPage: () => undefined,
};

interface SegmentPanelProps {
  readonly show: Segment;
  readonly q: string | undefined;
  readonly segments: ReturnType<typeof useSegments>;
}

function SegmentPanel({ show, q, segments }: SegmentPanelProps) {
  const { query, rows = [] } = segments[show];
  const { isPending, error, refetch } = query;
  const table = (): ReactNode => {
    if (show === 'invitations') return <InvitationTable invitations={segments.invitations.rows ?? []} />;
    return <MemberTable members={segments[show].rows ?? []} people={show !== 'service'} />;
  };
  return (
    <div className="bh-panel">
      <PagedList
        query={{ isPending, error, refetch, ...ONE_PAGE }}
        isEmpty={rows.length === 0 && (show !== 'invitations' || q !== undefined)}
        empty={<NothingHere show={show} searched={q !== undefined} />}
      >
        {table()}
      </PagedList>
    </div>
  );
}

function NothingHere({ show, searched }: { show: Segment; searched: boolean }) {
  const { t } = useTexts('members');
  if (searched) return <EmptyState icon={IconFilterOff} title={t('empty.search')} />;
  if (show === 'service') {
    return (
      <EmptyState icon={IconPlugConnected} title={t('empty.service')}>
        {t('empty.serviceBody')}
      </EmptyState>
    );
  }
  if (show === 'removed') return <EmptyState icon={IconTrash} title={t('empty.removed')} />;
  return <EmptyState icon={IconUsers} title={t('empty.people')} />;
}
