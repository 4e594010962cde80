import { dateInZone } from '@billhook/domain/shared/calendar';
import { useCompanyTime } from '@billhook/ui/use-now';
import { useSignedIn } from '../session/signed-in.js';

/** The current day in the time zone and by the clock of the company, as the server uses it. */
export function useToday(): string {
  const now = useCompanyTime();
  return dateInZone(now, useSignedIn().company.timeZone);
}
