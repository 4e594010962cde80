import {
  ApplicationSecret,
  type ApplicationList,
  type ApplicationView,
  type CreateApplication,
  type CreatedApplication,
  type UpdateApplication,
} from '@billhook/contract/identity/oauth/application';
import { present } from '@billhook/contract/shared/present';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import type { OAuthSecret } from '@billhook/identity/oauth/application.entity';
import {
  hasRoomForSecret,
  OAuthApplicationsRepository,
  type ApplicationChange,
  type ApplicationRow,
} from '@billhook/identity/oauth/applications.repository';
import { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { newId } from '@billhook/platform/ids';
import { Inject, Injectable } from '@nestjs/common';
import { requireStepUp } from '../../access/step-up.rules.js';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { presentSummary, presentUse } from '../grants/application-summary.presenter.js';
import { GrantChangesService } from '../grants/grant-changes.service.js';
import { GrantRevocationService } from '../grants/grant-revocation.service.js';
import { KeyTrafficService } from '../key-traffic/key-traffic.service.js';
import { CallerRightsService } from '../members/caller-rights.service.js';
import { OAuthClientsService } from '../oauth/oauth-clients.service.js';
import { LogoLoader } from './logo-loader.js';

/** The applications that members of a company build. */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly applications: OAuthApplicationsRepository,
    private readonly clients: OAuthClientsService,
    private readonly grants: OAuthGrantsRepository,
    private readonly revocation: GrantRevocationService,
    private readonly grantChanges: GrantChangesService,
    private readonly logos: LogoLoader,
    private readonly traffic: KeyTrafficService,
    private readonly callers: CallerRightsService,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The caller's own applications; with `oauth_app.manage`, all applications of the company. */
  async list(by: SignedInMember): Promise<ApplicationList> {
    const rows = await this.applications.list(by.company.id, managesAll(by) ? null : by.memberId);
    const days = await this.traffic.daysOfApplications(rows.map(({ id }) => id));
    const view = async (row: ApplicationRow) =>
      presentApplication(row, await this.applications.secrets(row.id), days.get(row.id) ?? []);
    return { data: await Promise.all(rows.map(view)) };
  }

  /** @throws Problem 404 */
  async get(by: SignedInMember, id: number): Promise<ApplicationView> {
    return this.view(visible(by, await this.applications.find(by.company.id, id)));
  }

  /** @throws Problem 422 for a logo that cannot be loaded */
  async create(by: SignedInMember, body: CreateApplication): Promise<CreatedApplication> {
    const { homepage = null, logoUrl = null, ...rest } = body;
    const logo = await this.logos.load(logoUrl);
    return this.uow.run(async (tx) => {
      await this.callers.current(tx, by, 'api_key.create');
      const clientId = newId('bha');
      const id = await this.applications.insert(tx, {
        ...{ ...rest, homepage, logoUrl, ...logo, clientId, source: 'registered' as const },
        ...{ companyId: by.company.id, memberId: by.memberId, createdAt: this.clock.now() },
      });
      const added = body.type === 'confidential' ? await this.clients.addSecret(tx, id) : undefined;
      const { name, type, redirectUris, scopes } = body;
      const details = { clientId, type, redirectUris, scopes, secret: added?.prefix ?? null };
      await this.audit.record(tx, actorOf(by), 'oauth_app.created', name, details);
      return this.created(tx, by, id, added?.secret ?? null);
    });
  }

  /** @throws Problem 404; 409 application_archived; 403 step_up_required for other redirect URIs; 422 */
  async change(by: SignedInMember, id: number, body: UpdateApplication): Promise<ApplicationView> {
    if (body.redirectUris !== undefined) requireStepUp(by, this.clock.now());
    const logo = body.logoUrl === undefined ? {} : await this.logos.load(body.logoUrl);
    return this.uow.run(async (tx) => {
      await this.callers.current(tx, by);
      const before = requireLive(visible(by, await this.applications.lock(tx, by.company.id, id)));
      const to = withoutUndefined(body);
      const changed = changesOf(before, { ...before, ...to }, [
        'name',
        'homepage',
        'logoUrl',
        'redirectUris',
        'scopes',
      ]);
      if (Object.keys(changed).length === 0) return this.view(before, tx);
      await this.applications.change(tx, id, { ...to, ...logo }, this.clock.now());
      await this.audit.record(tx, actorOf(by), 'oauth_app.updated', before.name, {
        clientId: before.clientId,
        changed,
      });
      return this.view(await this.applications.find(by.company.id, id, tx), tx);
    });
  }

  /** @throws Problem 404; 409 application_archived, application_without_secret, too_many_secrets */
  addSecret(by: SignedInMember, id: number): Promise<CreatedApplication> {
    return this.uow.run(async (tx) => {
      await this.callers.current(tx, by, 'api_key.create');
      const { type, name, clientId } = requireLive(visible(by, await this.applications.lock(tx, by.company.id, id)));
      if (type === 'public') throw new Problem('application_without_secret');
      if (!hasRoomForSecret(await this.applications.secrets(id, tx))) throw new Problem('too_many_secrets');
      const { secret, prefix } = await this.clients.addSecret(tx, id);
      await this.audit.record(tx, actorOf(by), 'oauth_app.secret_created', name, { clientId, secret: prefix });
      return this.created(tx, by, id, secret);
    });
  }

  /** Applies from the next request. @throws Problem 404 */
  revokeSecret(by: SignedInMember, id: number, secretId: number): Promise<ApplicationView> {
    return this.uow.run(async (tx) => {
      await this.callers.current(tx, by);
      const application = visible(by, await this.applications.lock(tx, by.company.id, id));
      const before = (await this.applications.secrets(id, tx)).find((secret) => secret.id === secretId);
      const { prefix } = await this.applications.revokeSecret(tx, id, secretId, this.clock.now());
      if (before?.revokedAt === null) {
        const details = { clientId: application.clientId, secret: prefix };
        await this.audit.record(tx, actorOf(by), 'oauth_app.secret_revoked', application.name, details);
      }
      return this.view(application, tx);
    });
  }

  /** Ends every grant, of all companies. @throws Problem 404 */
  archive(by: SignedInMember, id: number): Promise<ApplicationView> {
    return this.uow.run(async (tx) => {
      await this.callers.current(tx, by);
      const application = visible(by, await this.applications.lock(tx, by.company.id, id));
      if (application.archivedAt !== null) return this.view(application, tx);
      const grants = await this.grants.ofApplication(id, tx);
      await this.revocation.end(tx, grants, actorOf(by), 'The application was archived');
      await this.applications.change(tx, id, { archivedAt: this.clock.now() }, this.clock.now());
      // Those beyond the limit of lists are not revoked, and end with their application.
      this.grantChanges.changedOf(tx, { applicationId: id });
      const details = { clientId: application.clientId, grants: grants.length };
      await this.audit.record(tx, actorOf(by), 'oauth_app.archived', application.name, details);
      return this.view(await this.applications.find(by.company.id, id, tx), tx);
    });
  }

  /** @throws Problem 404 */
  async logo(id: number): Promise<{ logo: Buffer; type: string }> {
    const found = await this.applications.logo(id);
    if (!found) throw new Problem('not_found', 'The application has no logo.');
    return found;
  }

  private async view(row: ApplicationRow, tx?: Tx): Promise<ApplicationView> {
    const days = await this.traffic.daysOfApplications([row.id], tx);
    return presentApplication(row, await this.applications.secrets(row.id, tx), days.get(row.id) ?? []);
  }

  private async created(tx: Tx, by: SignedInMember, id: number, secret: string | null): Promise<CreatedApplication> {
    return { application: await this.view(await this.applications.find(by.company.id, id, tx), tx), secret };
  }
}

const withoutUndefined = (body: UpdateApplication): ApplicationChange =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

const managesAll = ({ permissions }: SignedInMember): boolean => permissions.includes('oauth_app.manage');

/** @throws Problem 404 for an application of another member */
function visible(by: SignedInMember, application: ApplicationRow): ApplicationRow {
  if (application.memberId === by.memberId || managesAll(by)) return application;
  throw new Problem('not_found', 'There is no such application.');
}

/** @throws Problem 409 application_archived */
function requireLive(application: ApplicationRow): ApplicationRow {
  if (application.archivedAt !== null) throw new Problem('application_archived');
  return application;
}

function presentApplication(row: ApplicationRow, secrets: readonly OAuthSecret[], days: number[]): ApplicationView {
  const { id, type, logoUrl, redirectUris, scopes, grants } = row;
  const hasLogo = row.logoType !== null;
  return {
    ...presentSummary({ ...row, hasLogo, isArchived: row.archivedAt !== null }),
    ...{ id, type, logoUrl, redirectUris, scopes, grants },
    ...presentUse(row.lastUsedAt, days),
    secrets: secrets.map((secret) => present(ApplicationSecret, secret, {})),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.creator ?? '',
    archivedAt: row.archivedAt?.toISOString() ?? null,
  };
}
