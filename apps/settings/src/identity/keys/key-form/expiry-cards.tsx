import type { KeyPolicy } from '@billhook/contract/identity/key';
import { lifetimeErrors } from '@billhook/domain/identity/key-policy';
import { KEY_EXPIRIES, keyExpiresAt, type KeyExpiry } from '@billhook/domain/identity/key-status';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Group, Input, Radio, SimpleGrid, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSignedIn } from '../../../shared/session/signed-in.js';

interface ExpiryCardsProps {
  readonly value: KeyExpiry;
  readonly error?: ReactNode;
  readonly onChange: (expiry: KeyExpiry) => void;
  /** Choices that the policy does not allow stay visible, disabled, with the reason. */
  readonly policy: KeyPolicy;
  /** The lifetime of the predecessor. */
  readonly before?: KeyExpiry;
  readonly label?: string;
  readonly now: Date;
}

/** The three lifetimes as cards; the one without expiry has a warning. */
export function ExpiryCards({ value, error, onChange, policy, before, label, now }: ExpiryCardsProps) {
  const { t } = useTexts('keyForms');
  const format = useFormat();
  const company = useSignedIn().company.name;
  const refused = (expiry: KeyExpiry) => lifetimeErrors(policy, expiry).length > 0;
  const until = (expiry: KeyExpiry) => {
    const end = keyExpiresAt(expiry, now);
    return end ? t('create.year1Hint', { date: format.date(end) }) : t('create.noExpiryHint');
  };
  const titles: Readonly<Record<KeyExpiry, string>> = {
    '90d': t('create.days90'),
    '1y': t('create.year1'),
    none: t('words:noExpiry'),
  };
  const hints = (expiry: KeyExpiry): string[] => {
    if (refused(expiry)) return [t('create.policyLifetime', { company })];
    const first = before ? expiry === before && t('rotate.asBefore') : expiry === '90d' && t('words:recommended');
    return [...(first ? [first] : []), until(expiry)];
  };
  return (
    <Radio.Group
      label={label ?? t('create.expiry')}
      value={value}
      onChange={(chosen) => onChange(KEY_EXPIRIES.find((known) => known === chosen) ?? '90d')}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mt={6}>
        {KEY_EXPIRIES.map((expiry) => (
          <Radio.Card
            key={expiry}
            value={expiry}
            className="bh-radio-card"
            disabled={refused(expiry)}
            aria-labelledby={`expiry-${expiry}`}
            aria-describedby={`expiry-${expiry}-hint`}
          >
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator size="xs" mt={3} disabled={refused(expiry)} />
              <div>
                <Text size="sm" fw={600} id={`expiry-${expiry}`}>
                  {titles[expiry]}
                </Text>
                <Text size="xs" c="dimmed" id={`expiry-${expiry}-hint`} component="div">
                  {hints(expiry).map((hint) => (
                    <div key={hint}>{hint}</div>
                  ))}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
      {error && (
        <Input.Error mt={6} role="alert">
          {error}
        </Input.Error>
      )}
      {value === 'none' && (
        <Alert color="yellow" mt="sm" icon={<IconAlertTriangle size={18} />} p="sm">
          {t('create.noExpiryWarning')}
        </Alert>
      )}
    </Radio.Group>
  );
}
