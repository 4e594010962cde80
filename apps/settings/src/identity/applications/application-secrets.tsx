import type { ApplicationView, CreatedApplication } from '@billhook/contract/identity/oauth/application';
import { MOST_LIVE_SECRETS } from '@billhook/domain/identity/application';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { ErrorState } from '@billhook/ui/components/error-state';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { closeAndNotify } from '@billhook/ui/notify';
import { useAction } from '@billhook/ui/use-action';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack, Text } from '@mantine/core';
import { IconBan, IconCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Section } from '../../shared/workspace/detail.js';
import { ActionButton } from '../../shared/workspace/record-actions.js';
import { ApplicationSecretDialog } from './application-secret-dialog.js';
import { createSecret, useRevokeSecret } from './applications.queries.js';

type Secret = ApplicationView['secrets'][number];

/** The client secrets of an application: two can be live, so that one is replaced without an interruption. */
export function ApplicationSecrets({ application }: { application: ApplicationView }) {
  const { t } = useTexts('applications');
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Secret>();
  const { id, secrets, archivedAt } = application;
  const live = secrets.filter(({ revokedAt }) => revokedAt === null);
  const full = live.length >= MOST_LIVE_SECRETS ? t('secrets.full') : undefined;
  const archived = archivedAt === null ? undefined : t('page.archivedReason');
  const columns: Column<Secret>[] = [
    {
      key: 'secret',
      header: t('words:secret'),
      wide: true,
      render: (secret) => (
        <span className="bh-mono" id={`secret-${secret.id}`}>
          {secret.prefix}…
        </span>
      ),
    },
    { key: 'created', header: t('secrets.created'), render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      key: 'lastUse',
      header: t('words:lastUse'),
      render: ({ lastUsedAt }) => (lastUsedAt === null ? t('secrets.never') : <RelativeTime at={lastUsedAt} />),
    },
    {
      key: 'status',
      header: t('words:status'),
      render: ({ revokedAt }) =>
        revokedAt === null ? (
          <StatusBadge tone="positive" icon={IconCheck}>
            {t('words:active')}
          </StatusBadge>
        ) : (
          <StatusBadge tone="negative" icon={IconBan}>
            {t('secrets.revoked')}
          </StatusBadge>
        ),
    },
    {
      key: 'actions',
      header: t('words:actions'),
      align: 'right',
      wide: true,
      render: (secret) =>
        secret.revokedAt === null &&
        !archived && (
          <Button
            variant="default"
            size="xs"
            aria-describedby={`secret-${secret.id}`}
            onClick={() => setRevoking(secret)}
          >
            {t('words:revoke')}
          </Button>
        ),
    },
  ];
  return (
    <Section
      title={t('secrets.title')}
      flush
      actions={
        <ActionButton
          action={{
            key: 'create',
            label: t('secrets.create'),
            icon: IconPlus,
            refused: archived ?? full,
            run: () => setCreating(true),
          }}
        />
      }
    >
      <Text size="sm" c="dimmed" px="lg" py="xs">
        {t('secrets.lead')}
      </Text>
      <DataTable label={t('secrets.title')} columns={columns} rows={secrets} rowKey={(secret) => secret.id} />
      {creating && (
        <ApplicationSecretDialog
          title={t('secrets.createTitle')}
          resultTitle={t('result.secretTitle')}
          onClose={() => setCreating(false)}
        >
          {(onCreated) => <CreateSecret id={id} onCreated={onCreated} onCancel={() => setCreating(false)} />}
        </ApplicationSecretDialog>
      )}
      {revoking && (
        <RevokeSecretDialog
          id={id}
          secret={revoking}
          isLast={live.length === 1}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Section>
  );
}

interface CreateSecretProps {
  readonly id: number;
  readonly onCreated: (created: CreatedApplication) => void;
  readonly onCancel: () => void;
}

function CreateSecret({ id, onCreated, onCancel }: CreateSecretProps) {
  const { t } = useTexts('applications');
  const create = useAction(createSecret);
  return (
    <Stack gap="md">
      <Text size="sm">{t('secrets.createBody')}</Text>
      {create.error && <ErrorState error={create.error} />}
      <DialogButtons onCancel={onCancel}>
        <Button
          data-autofocus
          loading={create.pending}
          onClick={() => void create.run(id).then((result) => result.ok && onCreated(result.value))}
        >
          {t('secrets.create')}
        </Button>
      </DialogButtons>
    </Stack>
  );
}

interface RevokeSecretDialogProps {
  readonly id: number;
  readonly secret: Secret;
  readonly isLast: boolean;
  readonly onClose: () => void;
}

function RevokeSecretDialog({ id, secret, isLast, onClose }: RevokeSecretDialogProps) {
  const { t } = useTexts('applications');
  const format = useFormat();
  const revoke = useRevokeSecret(id);
  const { prefix, lastUsedAt } = secret;
  return (
    <ConfirmDialog
      title={t('secrets.revokeTitle', { prefix })}
      confirmLabel={t('secrets.revokeConfirm')}
      danger
      action={revoke}
      onConfirm={() => revoke.start([secret.id], closeAndNotify(onClose, t('secrets.revokeDone')))}
      onClose={onClose}
    >
      <Stack gap={6}>
        <Text size="sm">
          {lastUsedAt === null ? t('secrets.revokeNever') : t('words:used', { when: format.relative(lastUsedAt) })}
        </Text>
        <Text size="sm">{t('secrets.revokeEffect')}</Text>
        {isLast && (
          <Text size="sm" fw={600}>
            {t('secrets.revokeLast')}
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
