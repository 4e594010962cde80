import type { SessionRow } from '@billhook/contract/identity/session';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { closeAndNotify, notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Nothing, RecordGate, Section } from '../../shared/workspace/detail.js';
import { useProgramName } from '../../shared/workspace/program-name.js';
import { useEndOtherSessions, useEndSession, useSessions } from './account.queries.js';

/** Every browser that is signed in with this account, each with a button that ends its session. */
export function SessionsSection() {
  const { t } = useTexts('account');
  const sessions = useSessions();
  const [openDialog, setOpenDialog] = useState<SessionRow | 'others'>();
  const others = (sessions.data?.data ?? []).some(({ current }) => !current);
  const close = () => setOpenDialog(undefined);
  return (
    <Section
      title={t('sessions.title')}
      flush
      actions={
        others && (
          <Button variant="default" size="xs" onClick={() => setOpenDialog('others')}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" px="lg" pt="xs" pb="sm">
        {t('sessions.hint')}
      </Text>
      <RecordGate query={sessions}>{({ data }) => <SessionTable rows={data} onEnd={setOpenDialog} />}</RecordGate>
      {sessions.data && !others && (
        <div className="bh-pad">
          <Nothing>{t('sessions.onlyThis')}</Nothing>
        </div>
      )}
      {openDialog === 'others' && <EndOthersDialog onClose={close} />}
      {openDialog !== undefined && openDialog !== 'others' && <EndDialog session={openDialog} onClose={close} />}
    </Section>
  );
}

function SessionTable({ rows, onEnd }: { rows: readonly SessionRow[]; onEnd: (session: SessionRow) => void }) {
  const { t } = useTexts('account');
  const browserWords = useProgramName();
  const nameId = ({ id }: SessionRow) => `session-${id}`;
  const columns: Column<SessionRow>[] = [
    {
      key: 'browser',
      header: t('sessions.browser'),
      wide: true,
      render: (session) => (
        <>
          <Text size="sm" fw={600} id={nameId(session)} className="bh-anywhere">
            {browserWords(session)}
          </Text>
          {session.current && (
            <Badge size="sm" variant="light">
              {t('sessions.current')}
            </Badge>
          )}
        </>
      ),
    },
    { key: 'company', header: t('words:company'), render: ({ company }) => company.name },
    {
      key: 'address',
      header: t('words:ipAddress'),
      render: ({ ip }) => <span className="bh-anywhere">{ip ?? '–'}</span>,
    },
    { key: 'signedIn', header: t('sessions.signedIn'), render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { key: 'lastSeen', header: t('words:lastActive'), render: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
    {
      key: 'actions',
      header: t('words:actions'),
      align: 'right',
      wide: true,
      render: (session) =>
        !session.current && (
          <Button variant="default" size="xs" aria-describedby={nameId(session)} onClick={() => onEnd(session)}>
            {t('sessions.end')}
          </Button>
        ),
    },
  ];
  return <DataTable label={t('sessions.table')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function EndDialog({ session, onClose }: { session: SessionRow; onClose: () => void }) {
  const { t } = useTexts('account');
  const browserWords = useProgramName();
  const end = useEndSession();
  return (
    <ConfirmDialog
      title={t('sessions.endTitle')}
      confirmLabel={t('sessions.end')}
      action={end}
      onConfirm={() => end.start([session.id], closeAndNotify(onClose, t('sessions.ended')))}
      onClose={onClose}
    >
      <Text size="sm">{t('sessions.endBody', { browser: browserWords(session) })}</Text>
    </ConfirmDialog>
  );
}

function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts('account');
  const end = useEndOtherSessions();
  return (
    <ConfirmDialog
      title={t('sessions.endOthersTitle')}
      confirmLabel={t('sessions.endOthers')}
      action={end}
      onConfirm={() =>
        end.start([], {
          onSuccess: ({ ended }) => {
            notify.done(t('sessions.endedOthers', { count: ended }));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <Text size="sm">{t('sessions.endOthersBody')}</Text>
    </ConfirmDialog>
  );
}
