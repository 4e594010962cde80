import { dateInZone } from '@billhook/domain/shared/calendar';
import { useNow } from '@billhook/ui/use-now';
import { useSignedIn } from '../session/signed-in.js';

/** The current day in the time zone of the company, as the server uses it. */
export function useToday(): string {
  const now = useNow();
  return dateInZone(now, useSignedIn().company.timeZone);
}
