import type { ListRequests } from '@billhook/contract/identity/logged-request';
import { Database } from '@billhook/db/database';
import { Conditions } from '@billhook/db/lists/conditions';
import { cut, type Kept, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { beyond, direction } from '@billhook/db/lists/sort';
import { timedIdStart } from '@billhook/platform/ids';
import { Injectable } from '@nestjs/common';
import type { LoggedRequest } from './logged-request.entity.js';

/** Whose requests a caller may see: those of a credential, of the credentials of a member, or of the company. */
export interface RequestScope {
  readonly companyId: number;
  readonly caller?: number;
  readonly memberId?: number;
}

/** What only one request is read with. */
export type LoggedTexts = Pick<LoggedRequest, 'details' | 'requestBody' | 'responseBody'>;

/** The names of the credential of a request; all are null if it was deleted. */
interface CallerNames {
  readonly keyName: string | null;
  readonly keyPrefix: string | null;
  readonly applicationId: number | null;
  readonly applicationName: string | null;
}

type LoggedRow = Omit<LoggedRequest, 'companyId' | keyof LoggedTexts>;
export type RequestRow = LoggedRow & CallerNames;

export type RequestFilters = Omit<ListRequests, 'limit' | 'cursor'>;

const COLUMNS = `id, client_request_id AS "clientRequestId", caller, method, route, path, status, duration_ms AS "durationMs", problem`;
const TEXT_COLUMNS = 'details, request_body AS "requestBody", response_body AS "responseBody"';

const UNNAMED: CallerNames = { keyName: null, keyPrefix: null, applicationId: null, applicationName: null };

const PREFIX = 'req';

/** Rows of a statement: it takes about 2 ms of the process, and other requests wait for it. */
export const ROWS_AT_ONCE = 100;

/** Each is a parameter, because within an array the driver would escape every quote of it. */
const TEXTS = ['details', 'requestBody', 'responseBody'] as const satisfies readonly (keyof LoggedTexts)[];

const places = (first: number): string => Array.from({ length: ROWS_AT_ONCE }, (_, n) => `$${first + n}`).join(', ');
const TEXT_ARRAYS = TEXTS.map((_, n) => `ARRAY[${places(11 + n * ROWS_AT_ONCE)}]::text[]`).join(', ');

const INSERTED =
  'id, company_id, client_request_id, caller, method, route, path, status, duration_ms, problem, details, request_body, response_body';

@Injectable()
export class RequestLogRepository {
  constructor(private readonly db: Database) {}

  /** One statement for at most `ROWS_AT_ONCE`. A row whose id is stored already is left out, and so is one of a company that was deleted meanwhile. */
  async add(rows: readonly LoggedRequest[]): Promise<void> {
    await this.db.autocommit.query({
      name: 'api_requests_add',
      text: `INSERT INTO api_requests (${INSERTED})
        SELECT t.* FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::smallint[],
          $9::integer[], $10::text[], ${TEXT_ARRAYS}) AS t (${INSERTED})
        WHERE EXISTS (SELECT FROM companies c WHERE c.id = t.company_id) ON CONFLICT DO NOTHING`,
      values: [
        rows.map((row) => row.id),
        rows.map((row) => row.companyId),
        rows.map((row) => row.clientRequestId),
        rows.map((row) => row.caller),
        rows.map((row) => row.method),
        rows.map((row) => row.route),
        rows.map((row) => row.path),
        rows.map((row) => row.status),
        rows.map((row) => row.durationMs),
        rows.map((row) => row.problem),
        // Missing ones are null, without a row.
        ...TEXTS.flatMap((name) => Array.from({ length: ROWS_AT_ONCE }, (_, n) => rows[n]?.[name] ?? null)),
      ],
    });
  }

  /** Newest first. */
  async list(scope: RequestScope, filters: RequestFilters, window: Window): Promise<PageOf<Kept<RequestRow>>> {
    const { from, limit } = window;
    const conditions = await this.conditionsOf(scope, filters);
    if (!conditions) return cut([], window);
    const descending = !from?.back;
    if (from) conditions.add('edge', `id ${beyond(descending, from)} ?`, from.value);
    const rows = await this.db.query<LoggedRow>({
      // Planned for its values: the best index depends on them.
      name: '',
      text: `SELECT ${COLUMNS} FROM api_requests WHERE ${conditions.where} ORDER BY id ${direction(descending)}
        LIMIT ${conditions.bind(limit + 1)}`,
      values: conditions.values,
    });
    return cut(
      (await this.named(rows)).map((row) => ({ row, position: { value: row.id, id: 0 } })),
      window,
    );
  }

  async find(scope: RequestScope, id: string): Promise<(RequestRow & LoggedTexts) | undefined> {
    const conditions = await this.conditionsOf(scope, {});
    if (!conditions) return undefined;
    conditions.add('id', 'id = ?', id);
    const rows = await this.db.query<LoggedRow & LoggedTexts>({
      name: `api_requests_get_${conditions.signature}`,
      text: `SELECT ${COLUMNS}, ${TEXT_COLUMNS} FROM api_requests WHERE ${conditions.where}`,
      values: conditions.values,
    });
    const [row] = await this.named(rows);
    return row;
  }

  /** Adds the names of the credentials, which are on another side of the tables than the requests. */
  private async named<Row extends LoggedRow>(rows: readonly Row[]): Promise<(Row & CallerNames)[]> {
    const callers = [...new Set(rows.map((row) => row.caller))];
    if (callers.length === 0) return [];
    const found = await this.db.query<CallerNames & { readonly caller: number }>({
      name: 'api_requests_caller_names',
      text: `SELECT id AS caller, name AS "keyName", prefix AS "keyPrefix", NULL::bigint AS "applicationId", NULL AS "applicationName"
          FROM api_keys WHERE id = ANY ($1::bigint[])
        UNION ALL SELECT -g.id, NULL, NULL, a.id, a.name
          FROM oauth_grants g JOIN oauth_applications a ON a.id = g.application_id WHERE g.id = ANY ($2::bigint[])`,
      values: [callers, callers.map((caller) => -caller)],
    });
    const names = new Map(found.map((names) => [names.caller, names]));
    return rows.map((row) => ({ ...row, ...(names.get(row.caller) ?? UNNAMED) }));
  }

  /** Undefined if no request can fulfil them. */
  private async conditionsOf(scope: RequestScope, filters: RequestFilters): Promise<Conditions | undefined> {
    const callers = await this.callersOf(scope);
    const credential = filters.credential && (await this.callersNamed(scope.companyId, filters.credential));
    if (callers?.length === 0 || credential?.length === 0) return undefined;
    return conditionsOf(scope.companyId, callers, credential || undefined, filters);
  }

  /** The callers of `key-1` or `application-1`. */
  private async callersNamed(companyId: number, credential: string): Promise<readonly number[]> {
    const [kind = '', id] = credential.split('-');
    if (kind === 'key') return [Number(id)];
    const rows = await this.db.query<{ caller: number }>({
      name: 'api_requests_callers_of_application',
      text: 'SELECT -id AS caller FROM oauth_grants WHERE application_id = $1 AND company_id = $2',
      values: [Number(id), companyId],
    });
    return rows.map((row) => row.caller);
  }

  /** Read first, because the planner estimates the rows of known callers only. Undefined for all of the company. */
  private async callersOf({ caller, memberId }: RequestScope): Promise<readonly number[] | undefined> {
    if (memberId === undefined) return caller === undefined ? undefined : [caller];
    const rows = await this.db.query<{ caller: number }>({
      name: 'api_requests_callers',
      text: `SELECT id AS caller FROM api_keys WHERE member_id = $1 UNION ALL SELECT -id FROM oauth_grants WHERE member_id = $1`,
      values: [memberId],
    });
    return rows.map((row) => row.caller);
  }
}

/**
 * @param callers whose requests the reader may see
 * @param credential the callers of the filter
 */
function conditionsOf(
  companyId: number,
  callers: readonly number[] | undefined,
  credential: readonly number[] | undefined,
  filters: RequestFilters,
): Conditions {
  const { status, clientRequestId, method, route, problem, since, until } = filters;
  const conditions = new Conditions().add('company', 'company_id = ?', companyId);
  addCallers(conditions, 'caller', callers);
  addCallers(conditions, 'credential', credential);
  conditions
    .add('clientRequestId', 'client_request_id = ?', clientRequestId)
    .add('method', 'method = ?', method)
    .add('route', 'route = ?', route)
    // Every problem has such a status, and an index has only these rows.
    .add('problem', 'problem = ? AND status >= 400', problem)
    .add('since', 'id >= ?', since === undefined ? undefined : firstIdAt(since))
    .add('until', 'id < ?', until === undefined ? undefined : firstIdAt(until));
  if (status) {
    const ranges = status.map(rangeOf);
    // Names the condition of the index of errors, which the planner does not derive from a list.
    conditions.when(
      ranges.every(([first]) => first >= 400),
      'errors',
      'status >= 400',
    );
    conditions.when(true, 'status', ranges.map(([first, last]) => `status BETWEEN ${first} AND ${last}`).join(' OR '));
  }
  return conditions;
}

/** Of one caller, the index has the rows in order; of an array, they are sorted. */
function addCallers(conditions: Conditions, name: string, callers: readonly number[] | undefined): void {
  if (callers?.length === 1) conditions.add(name, 'caller = ?', callers[0]);
  else conditions.add(`${name}s`, 'caller = ANY (?::bigint[])', callers);
}

/** @param status a status or its class, as the contract checked it */
function rangeOf(status: string): readonly [first: number, last: number] {
  const first = Number(status.replace('xx', '00'));
  return [first, status.endsWith('xx') ? first + 99 : first];
}

/** In whole milliseconds, as ids count them. No id is older than 1970. */
const firstIdAt = (moment: string): string => timedIdStart(PREFIX, new Date(Math.max(0, Date.parse(moment))));
