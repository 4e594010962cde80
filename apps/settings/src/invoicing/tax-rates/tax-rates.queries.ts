import type { CreateTaxRate, TaxRateView, UpdateTaxRate } from '@billhook/contract/invoicing/tax-rate';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const TAX_RATES = ['records', 'tax-rates'] as const;

/** The tax rates of the company, highest first, including archived ones. */
export function useTaxRates(enabled = true) {
  return useQuery({
    queryKey: TAX_RATES,
    queryFn: ({ signal }) => apiFetch<{ data: TaxRateView[] }>('/app/tax-rates', { signal }),
    enabled,
  });
}

export type TaxRateChange =
  | { readonly kind: 'create'; readonly body: CreateTaxRate }
  | { readonly kind: 'update'; readonly rate: TaxRateView; readonly body: UpdateTaxRate };

export function useSaveTaxRate() {
  const client = useQueryClient();
  return useAction(
    (change: TaxRateChange) =>
      change.kind === 'create'
        ? apiFetch<TaxRateView>('/app/tax-rates', { method: 'POST', body: change.body })
        : apiFetch<TaxRateView>(`/app/tax-rates/${change.rate.id}`, {
            method: 'PATCH',
            headers: { 'if-match': `"${change.rate.version}"` },
            body: change.body,
          }),
    () => client.invalidateQueries({ queryKey: TAX_RATES }),
  );
}
