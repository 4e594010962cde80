import { dateInZone } from '@billhook/domain/shared/calendar';
import { useSignedIn } from '../session/signed-in.js';
import { useCompanyTime } from './use-company-time.js';

/** The current day in the time zone and by the clock of the company, as the server uses it. */
export function useToday(): string {
  const now = useCompanyTime();
  return dateInZone(now, useSignedIn().company.timeZone);
}
