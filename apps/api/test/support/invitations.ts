import type { OpenedInvitation, SentInvitation } from '@billhook/contract/identity/invitation';
import type { SessionView } from '@billhook/contract/identity/session';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { randomText } from '@billhook/platform/ids';
import type { Answer, TestApi } from './api.js';
import { PASSWORD, type SessionCaller } from './world.js';

export const INVITATIONS = '/app/invitations';

export type Accepted = Answer<SessionView & ProblemView>;

/** An address without an account, not all in lower case. */
export const newAddress = (): string => `Invited.${randomText(8)}@example.com`;

/** `409 already_invited`, or the status alone. */
export const outcomeOf = ({ status, body }: Answer<object>): string =>
  'code' in body ? `${status} ${String(body.code)}` : `${status}`;

/** The fragment of a client link. */
export const tokenOf = ({ url }: SentInvitation): string => new URL(url ?? '').hash.slice(1);

/** Invites people and accepts invitations. */
export class Invitations {
  constructor(private readonly api: TestApi) {}

  send(by: SessionCaller, email: string, more: object = {}): Promise<Answer<SentInvitation & ProblemView>> {
    const body = { email, name: 'Ines Carvalho', role: 'Accountant', ...more };
    return by.call<SentInvitation & ProblemView>('POST', INVITATIONS, { body });
  }

  async invite(by: SessionCaller, email: string, more: object = {}): Promise<{ id: number; token: string }> {
    const { body } = await this.send(by, email, more);
    return { id: body.invitation.id, token: tokenOf(body) };
  }

  look(token: string): Promise<Answer<OpenedInvitation & ProblemView>> {
    return this.api.call<OpenedInvitation & ProblemView>('POST', `${INVITATIONS}/look`, { body: { token } });
  }

  /** @param on another process of the installation */
  accept(token: string, more: object = {}, on = this.api): Promise<Accepted> {
    const body = { token, password: PASSWORD, ...more };
    return on.call<SessionView & ProblemView>('POST', `${INVITATIONS}/accept`, { body });
  }
}
