import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import { getRouteApi } from '@tanstack/react-router';
import { DeliveryLog } from './delivery-log.js';

const route = getRouteApi('/deliveries');

export function DeliveriesPage() {
  const { t } = useTexts('portal');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={t('log.title')} lead={t('log.lead')} />
      <DeliveryLog search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
    </>
  );
}
