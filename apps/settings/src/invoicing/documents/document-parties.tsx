import type { SellerSnapshot } from '@billhook/contract/identity/company';
import type { ClientSnapshot } from '@billhook/contract/invoicing/client';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AddressLines } from '../../shared/forms/address-lines.js';
import { Section } from '../../shared/workspace/detail.js';

interface Party {
  readonly name: ReactNode;
  readonly address: ClientSnapshot['billingAddress'] | null;
  readonly vatNumber: string | null;
  readonly taxNumber?: string | null;
  readonly email: string | null;
}

interface DocumentPartiesProps {
  readonly seller: Pick<SellerSnapshot, 'name' | 'address' | 'vatNumber' | 'taxNumber' | 'email'>;
  readonly client: Pick<ClientSnapshot, 'name' | 'billingAddress' | 'vatNumber' | 'email'> | undefined;
  /** The client's name, as a link if the reader may see the client. */
  readonly clientName: ReactNode;
  /** Whether these are the details from the time of sending; false for a draft, undefined if the document stores none. */
  readonly frozen?: boolean;
}

/** The seller and the client. Addresses are collapsed, because they are long and are on the document as well. */
export function DocumentParties({ seller, client, clientName, frozen }: DocumentPartiesProps) {
  const { t } = useTexts('documents');
  return (
    <Section title={t('parties.title')}>
      <Stack gap="md">
        <PartyBlock title={t('parties.client')} party={{ ...partyOf(client), name: clientName }} />
        <PartyBlock title={t('parties.seller')} party={{ ...seller }} />
        {frozen !== undefined && (
          <Text size="xs" c="dimmed">
            {t(frozen ? 'parties.frozen' : 'parties.live')}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function partyOf(client: DocumentPartiesProps['client']): Omit<Party, 'name'> {
  const { billingAddress = null, vatNumber = null, email = null } = client ?? {};
  return { address: billingAddress, vatNumber, email };
}

function PartyBlock({ title, party }: { title: string; party: Party }) {
  const { t } = useTexts('documents');
  const { address, vatNumber, taxNumber, email } = party;
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600}>
        {title}
      </Text>
      <Text size="sm" fw={600} component="div" className="bh-anywhere">
        {party.name}
      </Text>
      {(address || vatNumber || taxNumber || email) && (
        <details className="dc-party">
          <summary>{t('parties.more')}</summary>
          {address && (
            <Text size="sm" component="div">
              <AddressLines address={address} />
            </Text>
          )}
          {vatNumber && <Text size="sm">{t('parties.vat', { number: vatNumber })}</Text>}
          {taxNumber && <Text size="sm">{t('parties.taxNumber', { number: taxNumber })}</Text>}
          {email && (
            <Text size="sm" className="bh-anywhere">
              {email}
            </Text>
          )}
        </details>
      )}
    </div>
  );
}
