import type { ClientPageLinkView, OpenedClientPageLink } from '@billhook/contract/invoicing/client-page';
import { apiFetch } from '@billhook/ui/api-fetch';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { CopyButton } from '@billhook/ui/components/copy-button';
import { DateField } from '@billhook/ui/components/date-field';
import { Dialog } from '@billhook/ui/components/dialog';
import { closeAndNotify } from '@billhook/ui/notify';
import { isDate } from '@billhook/ui/typed-date';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useToday } from '../../shared/dates/use-today.js';
import { useHolds } from '../../shared/session/signed-in.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { Section } from '../../shared/workspace/detail.js';
import { recordKeys, recordPath, useChangeRecord } from '../../shared/workspace/records.js';

const PART = 'page-link';

/** The link to the page with all documents of the client: its state, and who may create, copy and revoke it. */
export function ClientPageLink({ id }: { id: number }) {
  const { t } = useTexts('clientLink');
  const format = useFormat();
  const [asking, setAsking] = useState<'create' | 'revoke'>();
  const [shown, setShown] = useState<string>();
  const [writesInvoices, writesQuotes] = [useHolds('invoice.write'), useHolds('quote.write')];
  const ask = useChangeRecord<'clients', OpenedClientPageLink>('clients', id);
  const { data: link, refetch } = useQuery({
    queryKey: recordKeys.part('clients', id, PART),
    queryFn: ({ signal }) => apiFetch<ClientPageLinkView>(recordPath('clients', id, PART), { signal }),
  });
  if (!link) return null;
  const { status, createdAt, expiresAt } = link;
  const isActive = status === 'Active';
  // The request creates a link if it has expired since the page was opened, and is rejected if it was revoked.
  const show = async () => {
    if ((await refetch()).data?.status !== 'Active') return;
    ask.start([{ part: PART, body: {} }], {
      onSuccess: ({ url }) => setShown(url),
      onError: ({ code }) => {
        void refetch();
        // The state says it.
        if (code === 'page_link_revoked') ask.clear();
      },
    });
  };
  const close = () => setAsking(undefined);
  return (
    <Section title={t('title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="dimmed">
          {t(`state.${status}`)}
        </Text>
        {isActive && createdAt && (
          <Text size="sm">
            {t('created', { date: format.date(createdAt) })}{' '}
            {expiresAt && t('expires', { date: format.date(expiresAt) })}
          </Text>
        )}
        {writesInvoices && writesQuotes && (
          <Group gap="xs">
            {isActive && (
              <Button variant="default" size="xs" loading={ask.pending} onClick={() => void show()}>
                {t('show')}
              </Button>
            )}
            <Button variant="default" size="xs" onClick={() => setAsking('create')}>
              {t(isActive ? 'replace' : 'create')}
            </Button>
            {isActive && (
              <Button variant="default" size="xs" onClick={() => setAsking('revoke')}>
                {t('revoke')}
              </Button>
            )}
          </Group>
        )}
        {ask.error && <ChangeError error={ask.error} onReload={() => ask.clear()} />}
      </Stack>
      {asking === 'create' && (
        <CreateDialog
          {...{ id, isActive }}
          onClose={close}
          onCreated={(url) => {
            close();
            setShown(url);
          }}
        />
      )}
      {asking === 'revoke' && <RevokeDialog id={id} onClose={close} />}
      {shown && (
        <Dialog opened onClose={() => setShown(undefined)} title={t('title')}>
          <Stack gap="md">
            <Text size="sm">{t('state.Active')}</Text>
            <Group gap={4} wrap="nowrap">
              <Text size="sm" className="bh-anywhere">
                {shown}
              </Text>
              <CopyButton text={shown} label={t('copy')} />
            </Group>
          </Stack>
        </Dialog>
      )}
    </Section>
  );
}

interface CreateDialogProps {
  readonly id: number;
  /** Whether there is a link that stops working. */
  readonly isActive: boolean;
  readonly onCreated: (url: string) => void;
  readonly onClose: () => void;
}

function CreateDialog({ id, isActive, onCreated, onClose }: CreateDialogProps) {
  const { t } = useTexts('clientLink');
  const today = useToday();
  const [until, setUntil] = useState('');
  const create = useChangeRecord<'clients', OpenedClientPageLink>('clients', id);
  const run = () => {
    if (until !== '' && !isDate(until)) return;
    const expiresAt = until === '' ? null : new Date(`${until}T23:59:59`).toISOString();
    create.start([{ part: PART, body: { replace: true, expiresAt } }], { onSuccess: ({ url }) => onCreated(url) });
  };
  return (
    <ConfirmDialog
      title={t(isActive ? 'replaceTitle' : 'createTitle')}
      confirmLabel={t(isActive ? 'replace' : 'create')}
      action={create}
      onConfirm={run}
      onClose={onClose}
    >
      <Text size="sm">{t('body')}</Text>
      {isActive && <Text size="sm">{t('replaceBody')}</Text>}
      <DateField label={t('until')} description={t('untilHint')} value={until} min={today} onChange={setUntil} />
    </ConfirmDialog>
  );
}

function RevokeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTexts('clientLink');
  const revoke = useChangeRecord('clients', id);
  return (
    <ConfirmDialog
      title={t('revokeTitle')}
      confirmLabel={t('revoke')}
      danger
      action={revoke}
      onConfirm={() => revoke.start([{ method: 'DELETE', part: PART }], closeAndNotify(onClose, t('revoked')))}
      onClose={onClose}
    >
      <Text size="sm">{t('revokeBody')}</Text>
    </ConfirmDialog>
  );
}
