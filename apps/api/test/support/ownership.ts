import type { ProblemView } from '@billhook/contract/shared/problem';
import { afterAll } from '@jest/globals';
import type { Answer } from './api.js';
import { authorize, bearer, registerApplication, type TestApplication } from './oauth.js';
import { ENDPOINTS, WebhookWorld, type CreatedEndpoint } from './webhooks.js';
import type { SessionCaller } from './world.js';

/** What a route acts on. */
export interface Subject {
  readonly endpoint: CreatedEndpoint;
  readonly delivery: number;
  readonly run: number;
}

/** Scopes of an application for its own endpoints, and for all of them. */
export const OWN_SCOPE = 'integration.write client.read event.read';
export const ALL_SCOPE = `${OWN_SCOPE} integration.manage_all`;
export const OWNED_TYPES = ['client.created'];
export const LISTED_SCOPES = ['integration.write', 'integration.manage_all', 'client.read', 'event.read'] as const;

/** A company with webhooks, a signed-in member, and applications that own endpoints. */
export interface OwnershipWorld {
  readonly hooks: WebhookWorld;
  readonly session: SessionCaller;
  readonly sql: (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;
  /** An application with a token, which can create endpoints. */
  readonly applicationOf: (scope: string, by?: SessionCaller) => Promise<{ app: TestApplication; token: string }>;
  readonly call: <T = ProblemView>(token: string, method: string, path: string, body?: unknown) => Promise<Answer<T>>;
  /** An endpoint that a key or an application creates, with a waiting delivery and a run in progress. */
  readonly subjectOf: (token?: string) => Promise<Subject>;
}

/** Starts it for a spec file, and stops it after the last test. */
export async function startOwnership(): Promise<OwnershipWorld> {
  const hooks = await WebhookWorld.start();
  afterAll(() => hooks.stop());
  hooks.api.clock.set(new Date().toISOString());
  const session = await hooks.world.session(await hooks.world.member(hooks.key.companyId));
  let [names, externals] = [0, 0];
  const sql: OwnershipWorld['sql'] = (text, values = []) => hooks.api.database.query({ name: '', text, values });
  return {
    ...{ hooks, session, sql },
    applicationOf: async (scope, by = session) => {
      const app = await registerApplication(session, {
        type: 'public',
        name: `App ${++names}`,
        scopes: [...LISTED_SCOPES],
      });
      return { app, token: (await authorize(hooks.api, by, app, { scope })).accessToken };
    },
    call: (token, method, path, body) =>
      hooks.api.call(method, path, { ...(body !== undefined && { body }), ...bearer(token) }),
    subjectOf: async (token = hooks.key.secret) => {
      const body = { url: 'https://example.com/hooks', eventTypes: OWNED_TYPES, externalId: `walk-${++externals}` };
      const made = await hooks.api.call<CreatedEndpoint>('POST', ENDPOINTS, {
        body,
        ...bearer(token),
      });
      if (made.status !== 201) throw new Error(made.text);
      const { id } = made.body;
      const [message] = await sql(
        `WITH event AS (INSERT INTO events (id, company_id, type, resource_id, body, test, created_at, sequence)
            VALUES ($2, $1, 'client.created', 1, '{"id":"x","type":"client.created","createdAt":"x","data":{}}', true, now(), NULL)
            RETURNING position)
          INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, sequence, status,
            trigger, attempt_count, schedule_step, next_attempt_at, created_at)
          SELECT $1, $3, position, 'client.created', 'client', 1, 1, 'Waiting', 'Schedule', 0, 0, now() + interval '1 hour', now()
          FROM event RETURNING id`,
        [hooks.key.companyId, `msg_walk${String(externals).padStart(22, '0')}`, id],
      );
      const [run] = await sql(
        `INSERT INTO webhook_runs (company_id, endpoint_id, kind, status, since, until, selection, total, counted, done, cursor,
            created_by, created_at, updated_at)
          VALUES ($1, $2, 'RecoverFailed', 'Running', now() - interval '1 hour', now(), '{}', 1, true, 0, 0, 'test', now(), now())
          RETURNING id`,
        [hooks.key.companyId, id],
      );
      return { endpoint: made.body, delivery: Number(message?.['id']), run: Number(run?.['id']) };
    },
  };
}
