import type {
  CheckedPermission,
  CheckedRequest,
  CheckPermissions,
  MeView,
  PermissionCheckView,
} from '@billhook/contract/identity/me';
import { statusOf } from '@billhook/contract/shared/problem-document';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyContextConfig } from 'fastify';
import { accessProblemOf, routeProblemOf, type AccessProblem } from '../../access/permission.rules.js';
import type { BearerCaller } from '../../request/principal.js';
import { RouteTable, type FoundRoute } from '../../request/routes/route-table.js';
import { permissionsNeeded } from '../../request/routes/route.decorator.js';

type AskedRequest = NonNullable<CheckPermissions['requests']>[number];
type PermissionResult = Omit<CheckedPermission, 'permission'> & { readonly code: ProblemCode | null };

const ALLOWED: PermissionResult = {
  allowed: true,
  requiredPermissions: [],
  missing: [],
  code: null,
  detail: null,
  cause: null,
  whoCanFix: null,
  fixUrl: null,
};

/** Checks whether calls would be admitted, by the router's routes and the gate's rule, without making them. */
@Injectable()
export class PermissionsService {
  constructor(
    private readonly routes: RouteTable,
    private readonly members: MembersRepository,
    @Inject(ENV) private readonly env: Env,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  check(by: BearerCaller, body: CheckPermissions): PermissionCheckView {
    const requests = (body.requests ?? []).map((item) => this.request(by, item));
    const permissions = (body.permissions ?? []).map((permission) => ({
      permission,
      ...this.answer([permission], accessProblemOf(by, [permission])),
    }));
    return { allowed: [...requests, ...permissions].every(({ allowed }) => allowed), requests, permissions };
  }

  /** The member who authorised the application. */
  async memberOf(by: BearerCaller): Promise<MeView['creator']> {
    const { id, kind, name, email, status } = await this.members.find(by.company.id, by.memberId, this.clock.now());
    return { id, kind, name, email, status };
  }

  private request(by: BearerCaller, { method, path }: AskedRequest): CheckedRequest {
    const [address = '', query = ''] = path.split('?', 2);
    const found = this.routes.find(method, address);
    const problem = this.routeProblem(found, address);
    const answer = problem
      ? { ...ALLOWED, allowed: false, code: problem.code, detail: problem.message }
      : this.route(by, found?.route.config ?? {}, new URLSearchParams(query).getAll('expand'));
    const route = found ? found.route.url.replace(/:(\w+)/g, '{$1}') : null;
    return { method, path, route, status: answer.code && statusOf(answer.code), ...answer };
  }

  /** Why every caller is rejected: the route does not exist, or it declares no access rule. */
  private routeProblem(found: FoundRoute | undefined, address: string): Problem | undefined {
    if (found) return found.route.config?.access === undefined ? new Problem('access_undeclared') : undefined;
    const taken = this.routes.methods(address);
    if (taken.length === 0) return new Problem('route_not_found');
    return new Problem('method_not_allowed', `This path allows ${taken.join(', ')}.`);
  }

  private route(by: BearerCaller, config: FastifyContextConfig, expand: readonly string[]): PermissionResult {
    return this.answer(permissionsNeeded(config, expand), routeProblemOf(by, config, expand));
  }

  private answer(needed: readonly Permission[], rejection: AccessProblem | undefined): PermissionResult {
    const requiredPermissions = [...needed];
    if (!rejection) return { ...ALLOWED, requiredPermissions };
    const { code, detail, cause, whoCanFix, fixUrl, missing } = rejection;
    return {
      allowed: false,
      requiredPermissions,
      missing: [...missing],
      code,
      detail,
      cause,
      whoCanFix,
      fixUrl: this.env.PUBLIC_URL + fixUrl,
    };
  }
}
