import { Problem } from '@billhook/domain/problems';
import type { MemberPrincipal } from './principal.js';

/** How long a password that was typed, at sign-in or again, opens what asks for it. */
const STEP_UP_MS = 10 * 60_000;

/** For what a browser that was left open must not be enough. @throws Problem 403 step_up_required */
export function requireStepUp({ session }: MemberPrincipal, now: Date): void {
  if (now.getTime() - session.confirmedAt.getTime() > STEP_UP_MS) throw new Problem('step_up_required');
}
