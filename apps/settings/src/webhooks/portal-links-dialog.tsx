import type { ActivePortalLink, PortalLinkView } from '@billhook/contract/webhooks/portal';
import { PORTAL_ACCESS, type PortalAccess } from '@billhook/domain/webhooks/portal-access';
import { Dialog } from '@billhook/ui/components/dialog';
import { ErrorState } from '@billhook/ui/components/error-state';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { SecretField } from '@billhook/ui/components/secret-field';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Loader, Radio, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useCreatePortalLink, usePortalLinks, useRevokePortalLink } from './portal-links.queries.js';

/** A link is shown until the dialog closes, and nowhere after it. */
export function PortalLinksDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts('settings');
  const [access, setAccess] = useState<PortalAccess>('view');
  const [link, setLink] = useState<PortalLinkView>();
  const create = useCreatePortalLink();
  return (
    <Dialog opened size="lg" title={t('webhooks.links.title')} onClose={onClose}>
      <Stack gap="lg">
        <Text size="sm">{t('webhooks.links.lead')}</Text>
        <Radio.Group
          label={t('webhooks.links.access')}
          value={access}
          onChange={(value) => setAccess(value === 'full' ? 'full' : 'view')}
        >
          <Stack gap="xs" mt={6}>
            {PORTAL_ACCESS.toReversed().map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`webhooks.links.${each}`)}
                description={t(`webhooks.links.${each}Hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {create.error && <ErrorState error={create.error} />}
        <Group>
          <Button loading={create.pending} onClick={() => create.start([access], { onSuccess: setLink })}>
            {t('webhooks.links.create')}
          </Button>
        </Group>
        {link && (
          <div role="status">
            <SecretField key={link.id} label={t('webhooks.links.link')} value={link.url} />
            <Text size="sm" c="dimmed" mt={6}>
              {t('webhooks.links.once')} {t('webhooks.links.expires')} <RelativeTime ofCompany at={link.expiresAt} />.
            </Text>
          </div>
        )}
        <ActiveLinks />
      </Stack>
    </Dialog>
  );
}

function ActiveLinks() {
  const { t } = useTexts('settings');
  const links = usePortalLinks();
  const visits = links.data?.filter(({ purpose }) => purpose === 'visit') ?? [];
  return (
    <>
      <section aria-labelledby="portal-links-title">
        <Title order={3} size="h4" id="portal-links-title" mb="xs">
          {t('webhooks.links.active')}
        </Title>
        {links.error && <ErrorState error={links.error} onRetry={() => void links.refetch()} />}
        {links.isPending && <Loader size="sm" role="status" aria-label={t('ui:loading')} />}
        {links.data && <LinkList links={links.data.filter(({ purpose }) => purpose === 'share')} />}
      </section>
      {visits.length > 0 && (
        <section aria-labelledby="portal-visits-title">
          <Title order={3} size="h4" id="portal-visits-title" mb="xs">
            {t('webhooks.links.visits')}
          </Title>
          <LinkList links={visits} />
        </section>
      )}
    </>
  );
}

function LinkList({ links }: { readonly links: readonly ActivePortalLink[] }) {
  const { t } = useTexts('settings');
  if (links.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('webhooks.links.none')}
      </Text>
    );
  }
  return (
    <ul className="st-portal-links">
      {links.map((link) => (
        <ActiveLink key={link.id} link={link} />
      ))}
    </ul>
  );
}

function ActiveLink({ link }: { link: ActivePortalLink }) {
  const { t } = useTexts('settings');
  const revoke = useRevokePortalLink();
  const isVisit = link.purpose === 'visit';
  const name = t(`webhooks.links.${link.access}`);
  return (
    <li>
      <div>
        <Text size="sm" fw={550}>
          {isVisit ? link.createdBy.name : `${name}${DOT}${t(`webhooks.links.status.${link.status}`)}`}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {isVisit ? t('webhooks.links.opened') : t('webhooks.links.by', { name: link.createdBy.name })}{' '}
          <RelativeTime ofCompany at={link.createdAt} />
          {DOT}
          {t('webhooks.links.expires')} <RelativeTime ofCompany at={link.expiresAt} />
        </Text>
        {revoke.error && <ErrorState error={revoke.error} />}
      </div>
      <Button
        variant="default"
        size="xs"
        loading={revoke.pending}
        aria-label={t(`webhooks.links.${isVisit ? 'closeOne' : 'revokeOne'}`, {
          access: name,
          name: link.createdBy.name,
        })}
        onClick={() => revoke.start([link.id])}
      >
        {t(`webhooks.links.${isVisit ? 'close' : 'revoke'}`)}
      </Button>
    </li>
  );
}
