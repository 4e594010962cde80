import type { ClientView } from '@billhook/contract/invoicing/client';
import { apiFetch } from '@billhook/ui/api-fetch';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { RecordGate, RecordHeader } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { recordPath, useChangeRecord, useCreateRecord, useRecord } from '../../shared/workspace/records.js';
import { ClientForm } from './client-form.js';
import { clientValues, createBody, updateBody } from './client-values.js';

export function NewClientPage() {
  const { t } = useTexts('clients');
  const { company } = useSignedIn();
  const navigate = useNavigate();
  const create = useCreateRecord('clients');
  const [initial] = useState(() => clientValues(undefined, company.address?.country));
  return (
    <>
      <RecordHeader title={t('form.createTitle')} back={<PageLink to="/clients">{t('back')}</PageLink>} />
      <ClientForm
        place="client:new"
        initial={initial}
        submitLabel={t('form.submit')}
        error={create.error}
        pending={create.pending}
        onSubmit={(values) => create.run(createBody(values))}
        onSaved={async ({ id, name }) => {
          notify.done(t('form.created', { name }));
          await navigate({ to: '/clients/$id', params: { id } });
        }}
        onCancel={() => void navigate({ to: '/clients' })}
      />
    </>
  );
}

const editRoute = getRouteApi('/clients/$id/edit');

export function EditClientPage() {
  const { id } = editRoute.useParams();
  const query = useRecord('clients', id);
  return <RecordGate query={query}>{(client) => <EditClient key={client.id} client={client} />}</RecordGate>;
}

function EditClient({ client: latest }: { client: ClientView }) {
  const { t } = useTexts('clients');
  const navigate = useNavigate();
  // Lists are reloaded in the background: the form keeps the version that it started with.
  const [client, setClient] = useState(latest);
  const change = useChangeRecord('clients', client.id);
  const { id, version, name } = client;
  const reload = async () => {
    change.clear();
    setClient(await apiFetch<ClientView>(recordPath('clients', id)));
  };
  const leave = () => navigate({ to: '/clients/$id', params: { id } });
  return (
    <>
      <RecordHeader
        title={t('form.editTitle', { name })}
        back={
          <PageLink to="/clients/$id" params={{ id }}>
            {name}
          </PageLink>
        }
      />
      <ClientForm
        key={version}
        place={`client:${id}@${version}`}
        initial={clientValues(client)}
        stored={client}
        latest={Math.max(version, latest.version)}
        submitLabel={t('words:save')}
        error={change.error}
        pending={change.pending}
        onSubmit={(values) => change.run({ method: 'PATCH', version, body: updateBody(values, client) })}
        onSaved={async () => {
          notify.done(t('forms:saved'));
          await leave();
        }}
        onCancel={() => void leave()}
        onReload={() => void reload()}
        onOverwrite={(values) => change.run({ method: 'PATCH', body: updateBody(values, client) })}
      />
    </>
  );
}
