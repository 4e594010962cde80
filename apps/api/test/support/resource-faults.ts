import { RESOURCES, RESOURCE_NAMES } from '@billhook/domain/shared/resources';

/** A row of the table of resources, with values that may be wrong. */
export interface ResourceClaims {
  readonly plural: string;
  readonly table: string;
  readonly read: string;
  readonly write: string | null;
  readonly isRecord: boolean;
  readonly hasPages: boolean;
  readonly hasTool: boolean;
}

/** What the application has. */
export interface ResourceFacts {
  readonly routes: readonly { readonly method: string; readonly path: string; readonly access: string | undefined }[];
  /** Tables with a column of the company. */
  readonly tables: readonly string[];
  /** The record repositories, by the name of their resource. */
  readonly repositories: ReadonlyMap<string, string>;
  /** The paths of lists that are tools. */
  readonly toolPaths: readonly string[];
}

/** Where a row of the table differs from the application; empty if it does not. */
export function resourceFaults(name: string, row: ResourceClaims, facts: ResourceFacts): string[] {
  const { routes, tables, repositories, toolPaths } = facts;
  const below = ({ path }: { readonly path: string }) => `${path}/`.includes(`/${row.plural}/`);
  const lists = routes.filter(({ method, path }) => method === 'GET' && path.endsWith(`/${row.plural}`));
  const changes = routes.filter((route) => route.method !== 'GET' && below(route));
  const isRecord = repositories.has(name);
  const isTool = toolPaths.includes(`/v1/${row.plural}`);
  const faults: [boolean, string][] = [
    [lists.length === 0, `plural: no route is GET …/${row.plural}`],
    [!lists.some(({ access }) => access === row.read), `read: no list requires ${row.read}`],
    [
      row.write === null ? changes.length > 0 : !changes.some(({ access }) => access === row.write),
      `write: ${row.write === null ? 'some route changes it' : `no route requires ${row.write}`}`,
    ],
    [!tables.includes(row.table), `table: ${row.table} does not exist or has no company_id`],
    [isRecord !== row.isRecord, `isRecord: ${isRecord ? 'a' : 'no'} record repository has this resource`],
    [isRecord && repositories.get(name) !== row.table, `table: its record repository writes ${repositories.get(name)}`],
    [isTool !== row.hasTool, `hasTool: its list is ${isTool ? 'a' : 'no'} tool`],
    [
      row.hasPages && !lists.some(({ path }) => path.startsWith('/app/')),
      `hasPages: no route is GET /app/${row.plural}`,
    ],
  ];
  return faults.flatMap(([isFault, message]) => (isFault ? [`${name}: ${message}`] : []));
}

/** The faults of the whole table. */
export const faultsOfTable = (facts: ResourceFacts): string[] =>
  RESOURCE_NAMES.flatMap((name) => resourceFaults(name, RESOURCES[name], facts));
