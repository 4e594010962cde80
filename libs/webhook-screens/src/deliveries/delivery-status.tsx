import type { AttemptView } from '@billhook/contract/webhooks/delivery';
import { StatusBadge, type StatusTone } from '@billhook/ui/components/status-badge';
import { useTexts } from '@billhook/ui/use-texts';
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconPlugX, IconSend, type Icon } from '@tabler/icons-react';
import type { DeliveryStatusFilter } from './delivery-search.js';

interface DeliveryStatusLook {
  readonly tone: StatusTone;
  readonly icon: Icon;
}

const LOOKS: Readonly<Record<DeliveryStatusFilter, DeliveryStatusLook>> = {
  Waiting: { tone: 'warning', icon: IconClock },
  Sending: { tone: 'info', icon: IconSend },
  Delivered: { tone: 'positive', icon: IconCheck },
  Failed: { tone: 'negative', icon: IconAlertTriangle },
  Cancelled: { tone: 'neutral', icon: IconBan },
};

const OUTCOMES: Readonly<Record<NonNullable<AttemptView['outcome']>, DeliveryStatusLook>> = {
  Succeeded: LOOKS.Delivered,
  Failed: LOOKS.Failed,
  Interrupted: { tone: 'warning', icon: IconPlugX },
};

export function DeliveryStatusBadge({ status }: { status: DeliveryStatusFilter }) {
  const { t } = useTexts('portal');
  return <StatusBadge {...LOOKS[status]}>{t(`delivery.${status}`)}</StatusBadge>;
}

export function AttemptOutcomeBadge({ outcome }: Pick<AttemptView, 'outcome'>) {
  const { t } = useTexts('portal');
  const look = outcome ? OUTCOMES[outcome] : LOOKS.Sending;
  return <StatusBadge {...look}>{t(`drawer.outcome.${outcome ?? 'underWay'}`)}</StatusBadge>;
}
