import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import { DeliveryLog } from './delivery-log.js';
import { useDeliverySearch } from './use-delivery-search.js';

export function DeliveriesPage() {
  const { t } = useTexts('portal');
  const [search, setSearch] = useDeliverySearch();
  return (
    <>
      <PageHeader title={t('words.deliveries')} lead={t('log.lead')} />
      <DeliveryLog search={search} onSearch={setSearch} />
    </>
  );
}
