import { dateInZone } from '@billhook/domain/shared/calendar';
import { useNow } from '@billhook/ui/use-now';
import { useSignedIn } from '../../shared/session/signed-in.js';

/** Today as the company's calendar shows it: the server decides by the same. */
export function useToday(): string {
  const now = useNow();
  return dateInZone(now, useSignedIn().company.timeZone);
}
