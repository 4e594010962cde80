import type { ApiKeyView } from '@billhook/contract/identity/key';
import { hasEnded } from '@billhook/domain/identity/key-status';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Facts, Section } from '../../../shared/workspace/detail.js';
import { KeyLink } from '../key-link.js';
import { useKeyTraffic } from '../key.queries.js';
import type { KeyOwner } from '../keys.queries.js';
import type { KeyDialog, KeyRights } from './key-actions.js';

interface KeyFactsProps {
  readonly owner: KeyOwner;
  readonly apiKey: ApiKeyView;
  readonly rights: KeyRights;
  readonly onEdit: (dialog: KeyDialog) => void;
}

/** The details of a key, except for its permissions, with buttons for those that can be changed. */
export function KeyDetails({ owner, apiKey, rights, onEdit }: KeyFactsProps) {
  const { t } = useTexts('keyPage');
  const format = useFormat();
  const { prefix, status, creator, expiresAt, retiresAt, allowedCidrs, rateLimit, predecessor, successor } = apiKey;
  const link = (key: ApiKeyView['predecessor']) =>
    key && (
      <KeyLink owner={owner} id={key.id}>
        {key.prefix}…
      </KeyLink>
    );
  return (
    <Section title={t('words:details')}>
      <Facts
        facts={[
          { label: t('facts.prefix'), value: <span className="bh-mono">{prefix}</span> },
          {
            label: t('words:owner'),
            value: creator.kind === 'Service' ? `${creator.name} (${t('facts.serviceMember')})` : creator.name,
          },
          { label: t('words:keyCreated'), value: <Created apiKey={apiKey} /> },
          {
            label: t(status === 'expired' ? 'facts.expired' : 'words:expires'),
            // A key that ends earlier never reaches its expiry.
            value:
              status !== 'revoked' &&
              !retiresAt &&
              (expiresAt ? <RelativeTime ofCompany at={expiresAt} /> : t('facts.noExpiry')),
          },
          {
            label: t('facts.retires'),
            value: retiresAt && !hasEnded(apiKey.status) && <RelativeTime ofCompany at={retiresAt} />,
          },
          { label: t('words:lastUse'), value: <LastUse owner={owner} apiKey={apiKey} /> },
          {
            label: t('words:allowedNetworks'),
            value: (
              <Editable label={t('facts.editNetworks')} {...(!rights.change && { onEdit: () => onEdit('networks') })}>
                {allowedCidrs.length > 0
                  ? allowedCidrs.map((cidr) => (
                      <div key={cidr} className="bh-mono">
                        {cidr}
                      </div>
                    ))
                  : t('facts.anywhere')}
              </Editable>
            ),
          },
          {
            label: t('facts.rateLimit'),
            value: (
              <Editable label={t('facts.editRateLimit')} {...(rights.limit && { onEdit: () => onEdit('rateLimit') })}>
                {rateLimit === null ? (
                  t('facts.installationLimit')
                ) : (
                  <>
                    {t('facts.perMinute', { count: rateLimit, number: format.number(rateLimit) })}
                    <Text size="xs" c="dimmed">
                      {t('facts.limitSet')}
                    </Text>
                  </>
                )}
              </Editable>
            ),
          },
          { label: t('facts.replaces'), value: link(predecessor) },
          { label: t('facts.replacedBy'), value: link(successor) },
        ]}
      />
      {apiKey.outsidePolicy && (
        <Text size="sm" mt="md" c="var(--mantine-color-yellow-light-color)">
          {t('facts.outsidePolicy')}
        </Text>
      )}
    </Section>
  );
}

/** A value, with a button if it can be changed. */
function Editable({ label, onEdit, children }: { label: string; onEdit?: () => void; children: ReactNode }) {
  const { t } = useTexts('keyPage');
  return (
    <>
      <div>{children}</div>
      {onEdit && (
        <Anchor component="button" type="button" size="sm" aria-label={label} onClick={onEdit}>
          {t('facts.edit')}
        </Anchor>
      )}
    </>
  );
}

function Created({ apiKey: { createdAt, createdFrom, createdAgent } }: { apiKey: ApiKeyView }) {
  return <Moment at={createdAt} address={createdFrom} agent={createdAgent} />;
}

/** Requests that were rejected because of their address do not count as use. */
function LastUse({ owner, apiKey }: Pick<KeyFactsProps, 'owner' | 'apiKey'>) {
  const { t } = useTexts('keyPage');
  const { id, lastUsedAt, lastUsedFrom, lastUsedAgent } = apiKey;
  const days = useKeyTraffic(owner, id, 30).data?.days ?? [];
  const refused = days.some((day) => day.refused + day.limited > 0);
  if (!lastUsedAt) return t(refused ? 'words:onlyRejected' : 'facts.neverUsed');
  return <Moment at={lastUsedAt} address={lastUsedFrom} agent={lastUsedAgent} />;
}

/** When a key was created, used or revoked, and from which address and program. */
function Moment({ at, address, agent }: { at: string; address: string | null; agent: string | null }) {
  const { t } = useTexts('keyPage');
  return (
    <>
      <RelativeTime ofCompany at={at} />
      {address && <div className="bh-anywhere">{t('words:fromAddress', { address })}</div>}
      {agent && (
        <Text size="xs" c="dimmed" className="bh-anywhere">
          {agent}
        </Text>
      )}
    </>
  );
}
