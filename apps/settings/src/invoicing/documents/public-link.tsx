import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { CopyButton } from '@billhook/ui/components/copy-button';
import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconEye, IconLink, IconLinkOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { useChangeRecord, useRefreshRecords, type WorkspaceRecord } from '../../shared/workspace/records.js';
import { useAnsweringLink } from './use-answering-link.js';

export interface PublicLinkProps {
  readonly resource: 'invoices' | 'quotes';
  readonly document: Pick<InvoiceView | QuoteView, 'id' | 'version' | 'publicUrl' | 'delivery' | 'viewedAt' | 'sentAt'>;
  /** Whether the reader may create and revoke the links now, and see the client link. */
  readonly mayLink: boolean;
}

/** The read-only link of a document, and its actions. */
export function PublicLink({ resource, document, mayLink }: PublicLinkProps) {
  const { t } = useTexts('documents');
  const { id, version, publicUrl } = document;
  const answering = useAnsweringLink(resource, id);
  const change = useChangeRecord(resource, id);
  const refresh = useRefreshRecords();
  // The links that the person sees, and not later ones.
  const [asking, setAsking] = useState<{ readonly what: 'fresh' | 'revoke'; readonly seen: number }>();
  const close = () => {
    change.clear();
    setAsking(undefined);
  };
  const run = (method: 'POST' | 'DELETE', done: string, seen = version) =>
    change.start([{ method, part: 'public-link', version: seen }], closeAndNotify(close, done));
  const reload = () => void refresh().then(close);

  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t('link.title')}
      </Text>
      {publicUrl === null ? (
        <Stack gap="xs" align="flex-start">
          <Text size="sm" c="dimmed">
            {t('link.none')}
          </Text>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconLink size={14} aria-hidden="true" />}
            loading={change.pending}
            onClick={() => run('POST', t('link.opened'))}
          >
            {t('link.open')}
          </Button>
          <PreviewButton resource={resource} id={id} />
          {change.error && <ChangeError error={change.error} onReload={reload} />}
        </Stack>
      ) : (
        <>
          <LinkAddress url={publicUrl} />
          <Text size="sm" c="dimmed" mt={4}>
            {t('link.hint')}
          </Text>
          {mayLink && (
            <Stack gap="xs" mt="sm" align="flex-start">
              <Button
                variant="default"
                size="xs"
                leftSection={<IconCopy size={14} aria-hidden="true" />}
                loading={answering.pending}
                onClick={answering.copy}
              >
                {t('answering.copy')}
              </Button>
              <Text size="sm" c="dimmed">
                {t(`answering.hint.${resource}`)}
              </Text>
              {answering.error && <ChangeError error={answering.error} onReload={reload} />}
              {answering.dialog}
            </Stack>
          )}
          <Group gap="xs" mt="xs">
            <PreviewButton resource={resource} id={id} />
            {mayLink && (
              <>
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconRefresh size={14} aria-hidden="true" />}
                  onClick={() => setAsking({ what: 'fresh', seen: version })}
                >
                  {t('link.fresh')}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconLinkOff size={14} aria-hidden="true" />}
                  onClick={() => setAsking({ what: 'revoke', seen: version })}
                >
                  {t('link.revoke')}
                </Button>
              </>
            )}
          </Group>
        </>
      )}
      {asking && (
        <ConfirmDialog
          title={t(`link.${asking.what}Title`)}
          confirmLabel={t(`link.${asking.what}`)}
          danger={asking.what === 'revoke'}
          action={{ pending: change.pending }}
          onConfirm={() =>
            asking.what === 'fresh'
              ? run('POST', t('link.opened'), asking.seen)
              : run('DELETE', t('link.revoked'), asking.seen)
          }
          onClose={close}
        >
          <Text size="sm">{t(`link.${asking.what}Body`)}</Text>
          {change.error && <ChangeError error={change.error} onReload={reload} />}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The address of a link, to read and to copy. */
export function LinkAddress({ url }: { url: string }) {
  const { t } = useTexts('documents');
  return (
    <Group gap={4} wrap="nowrap" className="dc-link">
      <Text size="sm" className="bh-anywhere">
        {url}
      </Text>
      <CopyButton text={url} label={t('link.copy')} />
    </Group>
  );
}

/** Opens the public page as the client sees it. It does not count as a view. */
export function PreviewButton({ resource, id }: { resource: WorkspaceRecord; id: number }) {
  const { t } = useTexts('documents');
  return (
    <Button
      component="a"
      href={`/d/#preview/${resource}/${id}`}
      target="_blank"
      rel="noreferrer"
      variant="default"
      size="xs"
      leftSection={<IconEye size={14} aria-hidden="true" />}
    >
      {t('link.look')}
    </Button>
  );
}
