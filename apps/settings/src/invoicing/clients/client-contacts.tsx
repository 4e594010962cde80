import './clients.css';
import type { ClientView } from '@billhook/contract/invoicing/client';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Text } from '@mantine/core';
import { Section } from '../../shared/workspace/detail.js';

/** The contacts of the client, and the documents that each of them receives. */
export function ClientContacts({ contacts }: Pick<ClientView, 'contacts'>) {
  const { t } = useTexts('clients');
  return (
    <Section title={t('contacts')}>
      <ul className="st-contacts">
        {contacts.map(({ name, email, phone, receives }, index) => (
          <li key={index} className="bh-anywhere">
            <Text size="sm" fw={600}>
              {name}
            </Text>
            {email && (
              <Anchor size="sm" href={`mailto:${email}`}>
                <EmailAddress address={email} />
              </Anchor>
            )}
            {phone && <Text size="sm">{phone}</Text>}
            <Text size="xs" c="dimmed">
              {receives.length > 0 ? receives.map((kind) => t(`receives.${kind}`)).join(DOT) : t('receivesNothing')}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}
