import type { SessionView } from '@billhook/contract/identity/session';
import { apiFetch, asApiError } from '@billhook/ui/api-fetch';
import { notify } from '@billhook/ui/notify';
import { startClean, notifyOtherTabs } from '../../shared/session/other-tabs.js';

/** Continues in another company of the same person. */
export async function switchCompany(memberId: number): Promise<void> {
  try {
    const { member } = await apiFetch<SessionView>('/app/session/company', { method: 'POST', body: { memberId } });
    notifyOtherTabs(member.id);
    startClean();
  } catch (error) {
    notify.failed(asApiError(error).message);
  }
}
