import type { AnswerState } from '@billhook/contract/invoicing/public-document';

/** Whether an answer is shown: the client may give it, or the company previews it. */
export function isOffered({ open, closedBy }: AnswerState): boolean {
  return open || closedBy === 'Preview';
}
