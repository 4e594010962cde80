import { useNow } from '@billhook/ui/use-now';
import { useSignedIn } from '../session/signed-in.js';

/** The time by the clock of the company, which is ahead in a sandbox. For sessions, deliveries and logs, use `useNow`. */
export function useCompanyTime(): Date {
  const now = useNow();
  const { clockOffset = 0 } = useSignedIn();
  return new Date(now.getTime() + clockOffset);
}
