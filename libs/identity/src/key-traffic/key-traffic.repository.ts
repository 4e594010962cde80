import { Database } from '@billhook/db/database';
import type { ReadRunner } from '@billhook/db/statement';
import type { KeyOutcome } from '@billhook/domain/identity/key-outcome';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Injectable } from '@nestjs/common';
import { STATUS } from '../keys/key-filter.js';
import type { KeyHost, KeyPermission, KeyRequests } from './key-traffic.entity.js';

/** The newest hosts stored for each key, and as many after its end. */
const MOST_HOSTS = 100;

/** Per network address: invented program names must not displace other hosts. */
const MOST_PROGRAMS = 10;

export interface KnownKey {
  readonly id: number;
  readonly scopes: readonly Permission[];
}

export interface DayCount {
  readonly keyId: number;
  readonly day: string;
  readonly outcome: KeyOutcome;
  readonly count: number;
}

export interface ApplicationDay {
  readonly applicationId: number;
  readonly day: string;
  readonly count: number;
}

export interface RouteCount {
  readonly method: string;
  readonly route: string;
  readonly outcome: KeyOutcome;
  readonly count: number;
}

/** A key that has ended and is still called. */
export interface EndedKeyCalls {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly requests: number;
  readonly lastAt: Date;
  readonly hosts: readonly { readonly ip: string; readonly userAgent: string }[];
}

/** Counts arrive seconds after their request: the key, or the grant of an application, may have been deleted with its company. */
const CALLER_EXISTS = `(EXISTS (SELECT FROM api_keys k WHERE k.id = t.key_id) OR EXISTS (SELECT FROM oauth_grants g WHERE g.id = -t.key_id))`;

/** Each add is one statement with its rows in one order, to prevent deadlocks between processes. */
@Injectable()
export class KeyTrafficRepository {
  constructor(private readonly db: Database) {}

  async addRequests(requests: readonly KeyRequests[]): Promise<void> {
    await this.db.autocommit.query({
      name: 'key_requests_add',
      text: `INSERT INTO key_requests AS r (key_id, day, method, route, outcome, count)
        SELECT * FROM unnest($1::bigint[], $2::date[], $3::text[], $4::text[], $5::text[], $6::bigint[])
          AS t (key_id, day, method, route, outcome) WHERE ${CALLER_EXISTS} ORDER BY key_id, day, method, route, outcome
        ON CONFLICT (key_id, day, method, route, outcome) DO UPDATE SET count = r.count + excluded.count`,
      values: [
        requests.map((request) => request.keyId),
        requests.map((request) => request.day),
        requests.map((request) => request.method),
        requests.map((request) => request.route),
        requests.map((request) => request.outcome),
        requests.map((request) => request.count),
      ],
    });
  }

  /** @returns the keys with a new host, for `forgetHosts`: a separate call, because a failed add is retried */
  async addHosts(hosts: readonly KeyHost[]): Promise<number[]> {
    const written = await this.db.autocommit.query<{ keyId: number; isNew: boolean }>({
      name: 'key_hosts_add',
      text: `INSERT INTO key_hosts AS h (key_id, dead, ip, user_agent, first_at, last_at, count, last_method, last_route)
        SELECT * FROM unnest($1::bigint[], $2::boolean[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::bigint[],
          $8::text[], $9::text[]) AS t (key_id, dead, ip, user_agent) WHERE ${CALLER_EXISTS} ORDER BY key_id, dead, ip, user_agent
        ON CONFLICT (key_id, dead, ip, user_agent) DO UPDATE SET count = h.count + excluded.count,
          first_at = least(h.first_at, excluded.first_at), last_at = greatest(h.last_at, excluded.last_at),
          last_method = excluded.last_method, last_route = excluded.last_route
        RETURNING h.key_id AS "keyId", (xmax = 0) AS "isNew"`,
      values: [
        hosts.map((host) => host.keyId),
        hosts.map((host) => host.dead),
        hosts.map((host) => host.ip),
        hosts.map((host) => host.userAgent),
        hosts.map((host) => host.firstAt),
        hosts.map((host) => host.lastAt),
        hosts.map((host) => host.count),
        hosts.map((host) => host.lastMethod),
        hosts.map((host) => host.lastRoute),
      ],
    });
    return [...new Set(written.filter(({ isNew }) => isNew).map(({ keyId }) => keyId))];
  }

  async addPermissions(uses: readonly KeyPermission[]): Promise<void> {
    await this.db.autocommit.query({
      name: 'key_permissions_add',
      text: `INSERT INTO key_permissions AS p (key_id, permission, last_used_at)
        SELECT * FROM unnest($1::bigint[], $2::text[], $3::timestamptz[]) AS t (key_id, permission)
        WHERE ${CALLER_EXISTS} ORDER BY key_id, permission
        ON CONFLICT (key_id, permission) DO UPDATE SET last_used_at = greatest(p.last_used_at, excluded.last_used_at)`,
      values: [uses.map((use) => use.keyId), uses.map((use) => use.permission), uses.map((use) => use.lastUsedAt)],
    });
  }

  /** The keys among the ids that belong to the company, or to one member of it. */
  known(companyId: number, memberId: number | undefined, ids: readonly number[]): Promise<KnownKey[]> {
    return this.db.query<KnownKey>({
      name: 'key_traffic_known',
      text: `SELECT id, scopes FROM api_keys WHERE company_id = $1 AND ($2::bigint IS NULL OR member_id = $2) AND id = ANY($3::bigint[]) ORDER BY id`,
      values: [companyId, memberId ?? null, ids],
    });
  }

  /** Requests by key, day and outcome from a day on. */
  days(keyIds: readonly number[], since: string): Promise<DayCount[]> {
    return this.db.query<DayCount>({
      name: 'key_traffic_days',
      text: `SELECT key_id AS "keyId", day::text, outcome, sum(count)::bigint AS count FROM key_requests
        WHERE key_id = ANY($1::bigint[]) AND day >= $2 GROUP BY key_id, day, outcome`,
      values: [keyIds, since],
    });
  }

  /** Requests by application and day from a day on, of all its grants while they worked. */
  applicationDays(
    applicationIds: readonly number[],
    since: string,
    runner: ReadRunner = this.db,
  ): Promise<ApplicationDay[]> {
    return runner.query<ApplicationDay & { readonly [column: string]: unknown }>({
      name: 'application_traffic_days',
      text: `SELECT g.application_id AS "applicationId", r.day::text, sum(r.count)::bigint AS count
        FROM oauth_grants g JOIN key_requests r ON r.key_id = -g.id
        WHERE g.application_id = ANY($1::bigint[]) AND r.day >= $2 AND r.outcome <> 'dead' GROUP BY g.application_id, r.day`,
      values: [applicationIds, since],
    });
  }

  routes(keyId: number, since: string): Promise<RouteCount[]> {
    return this.db.query<RouteCount>({
      name: 'key_traffic_routes',
      text: `SELECT method, route, outcome, sum(count)::bigint AS count FROM key_requests
        WHERE key_id = $1 AND day >= $2 GROUP BY method, route, outcome`,
      values: [keyId, since],
    });
  }

  hosts(keyId: number): Promise<KeyHost[]> {
    return this.db.query<KeyHost>({
      name: 'key_traffic_hosts',
      text: `SELECT key_id AS "keyId", dead, ip, user_agent AS "userAgent", first_at AS "firstAt", last_at AS "lastAt", count,
          last_method AS "lastMethod", last_route AS "lastRoute"
        FROM key_hosts WHERE key_id = $1 ORDER BY last_at DESC, dead, ip, user_agent`,
      values: [keyId],
    });
  }

  permissions(keyId: number): Promise<KeyPermission[]> {
    return this.db.query<KeyPermission>({
      name: 'key_traffic_permissions',
      text: `SELECT key_id AS "keyId", permission, last_used_at AS "lastUsedAt" FROM key_permissions WHERE key_id = $1`,
      values: [keyId],
    });
  }

  /** The requests of each key since a day; keys without any are left out. */
  async requestsSince(keyIds: readonly number[], since: string): Promise<ReadonlyMap<number, number>> {
    const rows = await this.db.query<{ keyId: number; count: number }>({
      name: 'key_traffic_sums',
      text: `SELECT key_id AS "keyId", sum(count)::bigint AS count FROM key_requests
        WHERE key_id = ANY($1::bigint[]) AND day >= $2 GROUP BY key_id`,
      values: [keyIds, since],
    });
    return new Map(rows.map(({ keyId, count }) => [keyId, count]));
  }

  /** The ended keys of a company, or of one member, that were called after their end since then, the most called first. */
  endedKeyCalls(companyId: number, memberId: number | undefined, since: Date, now: Date): Promise<EndedKeyCalls[]> {
    return this.db.query<EndedKeyCalls>({
      name: 'key_traffic_dead',
      text: `SELECT k.id, k.name, k.prefix, sum(h.count)::bigint AS requests, max(h.last_at) AS "lastAt",
          json_agg(json_build_object('ip', h.ip, 'userAgent', h.user_agent) ORDER BY h.last_at DESC) AS hosts
        FROM api_keys k JOIN members m ON m.id = k.member_id JOIN tenants c ON c.id = k.company_id
          JOIN key_hosts h ON h.key_id = k.id AND h.dead AND h.last_at >= $4
        WHERE ${STATUS} IN ('revoked', 'expired') AND k.company_id = $2 AND ($3::bigint IS NULL OR k.member_id = $3)
        GROUP BY k.id ORDER BY sum(h.count) DESC, k.id DESC LIMIT 20`,
      values: [now, companyId, memberId ?? null, since],
    });
  }

  /** Keeps the newest hosts of each key, and the newest programs of each network address. */
  async forgetHosts(keyIds: readonly number[]): Promise<void> {
    await this.db.autocommit.query({
      name: 'key_hosts_forget',
      text: `WITH programs AS (
          SELECT key_id, dead, ip, user_agent, last_at, row_number() OVER (PARTITION BY key_id, dead, ip ORDER BY last_at DESC, user_agent) AS program
          FROM key_hosts WHERE key_id = ANY($1::bigint[])),
        places AS (
          SELECT key_id, dead, ip, user_agent,
            row_number() OVER (PARTITION BY key_id, dead ORDER BY program > ${MOST_PROGRAMS}, last_at DESC, ip, user_agent) AS place, program
          FROM programs)
        DELETE FROM key_hosts h USING places o
        WHERE (o.place > ${MOST_HOSTS} OR o.program > ${MOST_PROGRAMS})
          AND (h.key_id, h.dead, h.ip, h.user_agent) = (o.key_id, o.dead, o.ip, o.user_agent)`,
      values: [keyIds],
    });
  }
}
