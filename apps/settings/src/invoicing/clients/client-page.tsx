import type { ClientView } from '@billhook/contract/invoicing/client';
import { DOT, withDots } from '@billhook/ui/dot';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import {
  IconArchive,
  IconArchiveOff,
  IconCash,
  IconFileDescription,
  IconFileInvoice,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { DetailLayout, RecordGate, RecordHeader, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { RecordActions, type RecordAction } from '../../shared/workspace/record-actions.js';
import { RecordStatus } from '../../shared/workspace/record-status.js';
import { useChangeRecord, useRecord, useRefreshRecords } from '../../shared/workspace/records.js';
import { Timeline } from '../../shared/workspace/timeline.js';
import { ArchiveClientDialog } from './archive-client-dialog.js';
import { ClientBalances } from './client-balances.js';
import { ClientContacts } from './client-contacts.js';
import { ClientDetails } from './client-details.js';
import { ClientDocuments } from './client-documents.js';
import { ClientPageLink } from './client-page-link.js';
import { DeleteClientDialog } from './delete-client-dialog.js';

const route = getRouteApi('/clients/$id');

export function ClientPage() {
  const { id } = route.useParams();
  const query = useRecord('clients', id);
  return <RecordGate query={query}>{(client) => <ClientDetail key={client.id} client={client} />}</RecordGate>;
}

function ClientDetail({ client }: { client: ClientView }) {
  const { t } = useTexts('clients');
  const { permissions } = useSignedIn().member;
  const navigate = useNavigate();
  const refresh = useRefreshRecords();
  const change = useChangeRecord('clients', client.id);
  const [dialog, setDialog] = useState<'archive' | 'delete'>();
  const { id, name, version } = client;
  const archived = client.status === 'Archived';
  const close = () => setDialog(undefined);

  const lacks = (permission: (typeof permissions)[number]) =>
    permissions.includes(permission) ? undefined : t('workspace:actions.noPermission', { permission });
  const write = lacks('client.write');
  const ifActive = archived ? t('actions.archivedClient') : undefined;
  const restore = () =>
    change.start([{ method: 'PATCH', version, body: { status: 'Active' } }], {
      onSuccess: () => notify.done(t('archive.restored', { name })),
    });

  const main: RecordAction[] = [
    {
      key: 'invoice',
      label: t('actions.newInvoice'),
      icon: IconFileInvoice,
      primary: true,
      refused: lacks('invoice.write') ?? ifActive,
      run: () => void navigate({ to: '/invoices/new', search: { clientId: id } }),
    },
    {
      key: 'payment',
      label: t('actions.recordPayment'),
      icon: IconCash,
      refused: lacks('payment.write'),
      run: () => void navigate({ to: '/payments/new', search: { clientId: id } }),
    },
    {
      key: 'edit',
      label: t('actions.edit'),
      icon: IconPencil,
      refused: write,
      run: () => void navigate({ to: '/clients/$id/edit', params: { id } }),
    },
  ];
  const more: RecordAction[] = [
    {
      key: 'quote',
      label: t('actions.newQuote'),
      icon: IconFileDescription,
      refused: lacks('quote.write') ?? ifActive,
      run: () => void navigate({ to: '/quotes/new', search: { clientId: id } }),
    },
    archived
      ? { key: 'restore', label: t('actions.restore'), icon: IconArchiveOff, refused: write, run: restore }
      : {
          key: 'archive',
          label: t('actions.archive'),
          icon: IconArchive,
          refused: write,
          run: () => setDialog('archive'),
        },
    {
      key: 'delete',
      label: t('actions.delete'),
      icon: IconTrash,
      danger: true,
      refused: write,
      run: () => setDialog('delete'),
    },
  ];

  return (
    <>
      <RecordHeader
        title={name}
        back={<PageLink to="/clients">{t('back')}</PageLink>}
        status={<RecordStatus kind="client" status={client.status} />}
        lead={withDots(
          [t(`kinds.${client.kind}`), client.tradingName, client.billingAddress.city].filter(Boolean).join(DOT),
        )}
        actions={<RecordActions main={main} more={more} />}
      />
      {change.error && <ChangeError error={change.error} onReload={() => void refresh().then(() => change.clear())} />}
      <DetailLayout
        aside={
          <>
            {client.contacts.length > 0 && <ClientContacts contacts={client.contacts} />}
            <ClientDetails client={client} />
            <ClientPageLink id={id} />
          </>
        }
      >
        {client.balances.length > 0 && <ClientBalances client={client} />}
        <ClientDocuments client={client} />
        <Section title={t('workspace:detail.timeline')}>
          <Timeline resource="clients" id={id} />
        </Section>
      </DetailLayout>
      {dialog === 'archive' && <ArchiveClientDialog client={client} onClose={close} />}
      {dialog === 'delete' && <DeleteClientDialog client={client} onClose={close} />}
    </>
  );
}
