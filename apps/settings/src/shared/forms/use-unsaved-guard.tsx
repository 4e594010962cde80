import { useLeaveQuestion, type LeaveQuestion } from '@billhook/ui/components/use-leave-question';
import { isLeaving } from '../session/other-tabs.js';

/** Asks before a form with unsaved changes is left, unless another tab continued with another member. */
export function useUnsavedGuard(dirty: boolean, onDiscard?: () => void): LeaveQuestion {
  return useLeaveQuestion(() => dirty && !isLeaving(), onDiscard);
}
