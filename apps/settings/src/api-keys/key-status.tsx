import type { ApiKeyView } from '@billhook/contract/api-key';
import type { KeyStatus } from '@billhook/domain/api-key';
import { isPaidPlan } from '@billhook/domain/company';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { StatusBadge, type StatusTone } from '@billhook/ui/components/status-badge';
import { Stack, Text } from '@mantine/core';
import { IconBan, IconCheck, IconClockExclamation, IconClockX, IconPlayerPause, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../session/queries.js';

const LOOKS: Readonly<Record<KeyStatus, { tone: StatusTone; icon: Icon }>> = {
  active: { tone: 'positive', icon: IconCheck },
  expiring: { tone: 'warning', icon: IconClockExclamation },
  expired: { tone: 'neutral', icon: IconClockX },
  revoked: { tone: 'negative', icon: IconBan },
  suspended: { tone: 'warning', icon: IconPlayerPause },
};

/** The status; of a suspended key what makes it work again, of a revoked one who ended it, when and why. */
export function KeyStatusCell({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTranslation('settings');
  const { company } = useSignedIn();
  const { tone, icon } = LOOKS[apiKey.status];
  return (
    <Stack gap={4} align="flex-start">
      <StatusBadge tone={tone} icon={icon}>
        {t(`status.${apiKey.status}`)}
      </StatusBadge>
      {apiKey.status === 'suspended' && (
        <Text size="xs" c="dimmed" maw={200}>
          {t(isPaidPlan(company.plan) ? 'keys.mendInactive' : 'keys.mendPlan')}
        </Text>
      )}
      {apiKey.revokedAt && (
        <Text size="xs" c="dimmed" component="div" className="bh-anywhere" miw={125}>
          <RelativeTime at={apiKey.revokedAt} />
          {apiKey.revokedBy && ` ${t('keys.revokedBy', { name: apiKey.revokedBy })}`}
          {apiKey.revocationReason && <div>{t('keys.revokedReason', { reason: apiKey.revocationReason })}</div>}
        </Text>
      )}
    </Stack>
  );
}
