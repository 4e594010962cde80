import './clients.css';
import type { ClientView } from '@billhook/contract/invoicing/client';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor } from '@mantine/core';
import { AddressLines } from '../../shared/forms/address-lines.js';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { Facts, Section } from '../../shared/workspace/detail.js';

type Terms = NonNullable<ClientView['paymentTerms']>;

/** Payment terms as text. */
export function useTermsText() {
  const { t } = useTexts('clients');
  return ({ days, endOfMonth, text }: Terms): string => {
    const counted = t('words:days', { count: days });
    return [endOfMonth ? t('termsEndOfMonth', { days: counted }) : counted, text].filter(Boolean).join(DOT);
  };
}

/** All details of the client except its contacts; unset ones are left out. */
export function ClientDetails({ client }: { client: ClientView }) {
  const { t } = useTexts('clients');
  const termsText = useTermsText();
  const pair = (id: ClientView['legalId']) => id && [id.scheme, id.value].filter(Boolean).join(DOT);
  const { email, paymentTerms, deliveryAddress } = client;
  const ofCompany = useSignedIn().company.paymentTerms;
  const inherited = ofCompany && t('termsOfCompany', { terms: termsText({ ...ofCompany, text: undefined }) });
  const locale = (['en', 'fr'] as const).find((known) => known === client.locale);
  return (
    <Section title={t('words:details')}>
      <div className="st-two">
        <Facts
          facts={[
            { label: t('billingAddress'), value: <AddressLines address={client.billingAddress} /> },
            { label: t('deliveryAddress'), value: deliveryAddress && <AddressLines address={deliveryAddress} /> },
            {
              label: t('words:email'),
              value: email && (
                <Anchor size="sm" href={`mailto:${email}`}>
                  <EmailAddress address={email} />
                </Anchor>
              ),
            },
            { label: t('words:phone'), value: client.phone },
            { label: t('tradingName'), value: client.tradingName },
            { label: t('person'), value: [client.firstName, client.lastName].filter(Boolean).join(' ') },
          ]}
        />
        <Facts
          facts={[
            { label: t('words:vatNumber'), value: client.vatNumber },
            { label: t('words:legalId'), value: pair(client.legalId) },
            { label: t('electronicAddress'), value: pair(client.electronicAddress) },
            { label: t('buyerReference'), value: client.buyerReference },
            { label: t('words:currency'), value: client.currency },
            { label: t('words:documentLanguage'), value: locale && t(`words:languages.${locale}`) },
            { label: t('terms'), value: paymentTerms ? termsText(paymentTerms) : inherited },
            { label: t('words:externalId'), value: client.externalId },
            { label: t('words:privateNotes'), value: client.notes && <span className="st-lines">{client.notes}</span> },
            ...Object.entries(client.customFields).map(([label, value]) => ({ label, value: String(value) })),
          ]}
        />
      </div>
    </Section>
  );
}
