import type { WebhookSecretUseView } from '@billhook/contract/webhooks/endpoint-secret';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { ErrorState } from '@billhook/ui/components/error-state';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { closeAndNotify } from '@billhook/ui/notify';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconHourglass, IconKey, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { MayChange } from '../frame/may-change.js';
import { useEndSecret, useSecretUse } from './endpoint-secrets.queries.js';

type SecretUse = WebhookSecretUseView['secrets'][number];

interface ActiveSecretsProps {
  readonly endpointId: number;
  /** After a secret has ended: what is shown of the secrets is no longer true. */
  readonly onEnded: () => void;
}

/** The active secrets: since when they sign, until when, and how many recent deliveries each verifies. */
export function ActiveSecrets({ endpointId, onEnded }: ActiveSecretsProps) {
  const use = useSecretUse(endpointId);
  const [ending, setEnding] = useState<SecretUse>();
  if (use.error) return <ErrorState error={use.error} onRetry={() => void use.refetch()} />;
  if (!use.data) return <Skeleton height={120} />;
  return (
    <>
      <SecretTable use={use.data} onEnd={setEnding} />
      <Older use={use.data} />
      {ending && (
        <EndSecretDialog
          endpointId={endpointId}
          secret={ending}
          onClose={() => setEnding(undefined)}
          onEnded={() => {
            setEnding(undefined);
            onEnded();
          }}
        />
      )}
    </>
  );
}

interface SecretTableProps {
  readonly use: WebhookSecretUseView;
  readonly onEnd: (secret: SecretUse) => void;
}

function SecretTable({ use, onEnd }: SecretTableProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const { deliveries, secrets } = use;
  const columns: Column<SecretUse>[] = [
    {
      key: 'secret',
      header: t('words.secret'),
      wide: true,
      render: ({ expiresAt, scheme }) => (
        <>
          <StatusBadge
            {...(expiresAt === null
              ? { tone: 'positive' as const, icon: IconKey }
              : { tone: 'warning' as const, icon: IconHourglass })}
          >
            {t(expiresAt === null ? 'secrets.current' : 'secrets.previous')}
          </StatusBadge>
          <Text size="xs" c="dimmed" mt={4}>
            {t(`secrets.scheme.${scheme}`)}
          </Text>
        </>
      ),
    },
    {
      key: 'created',
      header: t('words.created'),
      render: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      key: 'verifies',
      header: t('secrets.columns.verifies'),
      render: ({ verifiable, lastSignedAt }) => (
        <>
          {deliveries === 0
            ? t('secrets.verifiesNone')
            : deliveries === 1
              ? t(verifiable === 1 ? 'secrets.verifiesLast' : 'secrets.verifiesNotLast')
              : t('secrets.verifies', { verifiable: format.number(verifiable), deliveries: format.number(deliveries) })}
          {lastSignedAt && (
            <Text size="xs" c="dimmed">
              {t('secrets.last', { when: format.relative(lastSignedAt) })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'ends',
      header: t('secrets.columns.ends'),
      render: ({ expiresAt }) => (expiresAt === null ? t('secrets.noEnd') : <RelativeTime at={expiresAt} />),
    },
    {
      key: 'actions',
      header: t('words.actions'),
      wide: true,
      render: (secret) =>
        secret.expiresAt !== null && (
          <MayChange>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconX size={14} aria-hidden="true" />}
              onClick={() => onEnd(secret)}
            >
              {t('secrets.end')}
            </Button>
          </MayChange>
        ),
    },
  ];
  return (
    <div className="pt-secret-table">
      <DataTable
        label={t('secrets.table')}
        columns={columns.filter(({ key }) => key !== 'actions' || secrets.length > 1)}
        rows={secrets}
        rowKey={({ createdAt, expiresAt }) => `${createdAt}-${expiresAt ?? ''}`}
      />
    </div>
  );
}

/** Deliveries that no active secret verifies, because it was rotated without an overlap. */
function Older({ use: { deliveries, secrets } }: { readonly use: WebhookSecretUseView }) {
  const { t } = useTexts('portal');
  const older = deliveries - Math.max(0, ...secrets.map(({ verifiable }) => verifiable));
  if (older === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('secrets.older', { count: older })}
    </Text>
  );
}

interface EndSecretDialogProps {
  readonly endpointId: number;
  readonly secret: SecretUse;
  readonly onEnded: () => void;
  readonly onClose: () => void;
}

function EndSecretDialog({ endpointId, secret, onEnded, onClose }: EndSecretDialogProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const end = useEndSecret(endpointId);
  const { createdAt } = secret;
  const confirm = () => end.start([{ createdAt }], closeAndNotify(onEnded, t('secrets.ended')));
  return (
    <ConfirmDialog
      title={t('secrets.endTitle')}
      confirmLabel={t('secrets.endConfirm')}
      danger
      action={end}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t('secrets.endBody', { when: format.dateTime(createdAt) })}</Text>
      <Text size="sm">{t('secrets.endCheck')}</Text>
    </ConfirmDialog>
  );
}
