import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';

/** The number of addresses that are listed; the others are counted. */
const SHOWN = 2;

/** @returns the number of addresses that call, with any program, and the first of them as "192.0.2.1, 192.0.2.2 and 3 more" */
export function useHostNames(): (hosts: readonly { readonly ip: string }[]) => { count: number; names: string } {
  const { t } = useTexts('keys');
  const format = useFormat();
  return (hosts) => {
    const addresses = [...new Set(hosts.map(({ ip }) => ip))];
    const more = addresses.length - SHOWN;
    const others = more > 0 ? [t('words:more', { count: more })] : [];
    return { count: addresses.length, names: format.list([...addresses.slice(0, SHOWN), ...others]) };
  };
}
