import type { ProblemView } from '@billhook/contract/shared/problem';
import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { expect } from '@jest/globals';
import type { Answer, TestApi } from './api.js';
import type { Caller, SessionCaller } from './world.js';

export const LINKS = '/app/webhook-portal-links';
export const SESSION = '/portal/api/session';
export const PORTAL_ENDPOINTS = '/portal/api/webhook-endpoints';

type Access = 'full' | 'view';

export const tokenOf = ({ url }: PortalLinkView): string => new URL(url).searchParams.get('token') ?? '';
export const cookieOf = (answer: Answer<unknown>): string => answer.headers.get('set-cookie') ?? '';

export async function portalLink(by: Caller, access: Access = 'full'): Promise<PortalLinkView> {
  const answer = await by.call<PortalLinkView>('POST', LINKS, { body: { access } });
  expect(answer.status).toBe(201);
  return answer.body;
}

export const enterPortal = (api: TestApi, token: string, method = 'GET'): Promise<Answer<ProblemView>> =>
  api.call<ProblemView>(method, `/portal/enter?token=${token}`);

/** Opens the portal by a link. */
export async function openedPortal(api: TestApi, made: PortalLinkView): Promise<SessionCaller> {
  const answer = await enterPortal(api, tokenOf(made));
  expect(answer.status).toBe(303);
  const cookie = cookieOf(answer).split(';')[0] ?? '';
  return {
    cookie,
    call: (method, path, call) => api.call(method, path, { ...call, headers: { cookie, ...call?.headers } }),
  };
}

/** Opens the portal, as the settings do. */
export const openPortal = async (api: TestApi, by: Caller, access: Access = 'full'): Promise<SessionCaller> =>
  openedPortal(api, await portalLink(by, access));

/** Links and sessions of the portal, of the present session of the settings unless another caller is given. */
export function portalOf(api: TestApi, session: () => Caller) {
  const link = (by = session(), access: Access = 'full') => portalLink(by, access);
  return {
    link,
    token: async (by = session()): Promise<string> => tokenOf(await link(by)),
    enter: (token: string, method = 'GET') => enterPortal(api, token, method),
    portal: (by = session(), access: Access = 'full') => openPortal(api, by, access),
  };
}
