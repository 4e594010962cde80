import { KEY_EXPIRIES, keyExpiresAt, type KeyExpiry } from '@billhook/domain/api-key';
import { useFormat } from '@billhook/ui/use-format';
import { Alert, Group, Radio, SimpleGrid, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface ExpiryCardsProps {
  readonly value: KeyExpiry;
  readonly onChange: (expiry: KeyExpiry) => void;
  readonly now: Date;
}

/** The three choices of expiry as cards; the endless one carries a warning. */
export function ExpiryCards({ value, onChange, now }: ExpiryCardsProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const until = (expiry: KeyExpiry) => {
    const end = keyExpiresAt(expiry, now);
    return end ? t('create.year1Hint', { date: format.date(end) }) : t('create.noExpiryHint');
  };
  const cards: Readonly<Record<KeyExpiry, { title: string; hints: string[] }>> = {
    '90d': { title: t('create.days90'), hints: [t('create.days90Hint'), until('90d')] },
    '1y': { title: t('create.year1'), hints: [until('1y')] },
    none: { title: t('create.noExpiry'), hints: [until('none')] },
  };
  return (
    <Radio.Group
      label={t('create.expiry')}
      value={value}
      onChange={(chosen) => onChange(KEY_EXPIRIES.find((known) => known === chosen) ?? '90d')}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mt={6}>
        {KEY_EXPIRIES.map((expiry) => (
          <Radio.Card
            key={expiry}
            value={expiry}
            className="bh-radio-card"
            aria-labelledby={`expiry-${expiry}`}
            aria-describedby={`expiry-${expiry}-hint`}
          >
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator size="xs" mt={3} />
              <div>
                <Text size="sm" fw={600} id={`expiry-${expiry}`}>
                  {cards[expiry].title}
                </Text>
                <Text size="xs" c="dimmed" id={`expiry-${expiry}-hint`} component="div">
                  {cards[expiry].hints.map((hint) => (
                    <div key={hint}>{hint}</div>
                  ))}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
      {value === 'none' && (
        <Alert color="yellow" mt="sm" icon={<IconAlertTriangle size={18} />} p="sm">
          {t('create.noExpiryWarning')}
        </Alert>
      )}
    </Radio.Group>
  );
}
