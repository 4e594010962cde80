import { PageHeader } from '@billhook/ui/components/page-header';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DeliveryLog } from './delivery-log.js';

const route = getRouteApi('/deliveries');

export function DeliveriesPage() {
  const { t } = useTranslation('portal');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={t('log.title')} lead={t('log.lead')} />
      <DeliveryLog search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
    </>
  );
}
