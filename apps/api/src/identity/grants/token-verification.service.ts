import { isPaidPlan } from '@billhook/domain/identity/company';
import { hasEnded, keyStatus, type KeyStatus } from '@billhook/domain/identity/key-status';
import type { OAuthResource } from '@billhook/domain/identity/oauth-resource';
import { effectivePermissions } from '@billhook/domain/identity/permissions';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import { Problem } from '@billhook/domain/shared/problems';
import type { Origin } from '@billhook/identity/audit/actor';
import { candidateTokenHashes } from '@billhook/identity/oauth/token-hash';
import { OAuthTokensRepository, type VerifiedToken } from '@billhook/identity/oauth/tokens.repository';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { TokenLookup } from '../../access/lookups.js';
import { KeyRejected } from '../../request/key-rejected.js';
import { companyOfRow, type AppPrincipal } from '../../request/principal.js';
import { GrantUseService } from './grant-use.service.js';

/**
 * Turns an access token into a principal by one query on the primary. Nothing is cached: a revoked grant is rejected from the next
 * request on, in every process.
 */
@Injectable()
export class TokenVerificationService extends TokenLookup {
  constructor(
    private readonly tokens: OAuthTokensRepository,
    private readonly uses: GrantUseService,
    private readonly secrets: AppSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  async find(token: string, origin: Origin, resource: OAuthResource): Promise<AppPrincipal> {
    const principal = await this.findAgain(token, origin, resource);
    this.uses.note(principal, origin);
    return principal;
  }

  async findAgain(token: string, _origin: Origin, resource: OAuthResource): Promise<AppPrincipal> {
    const now = this.clock.now();
    const row = await this.tokens.findAccess(
      candidateTokenHashes(this.secrets, 'AccessToken', token).map(({ hash }) => hash),
    );
    if (!row) throw new Problem('token_unknown');
    const status = statusOf(row, companyTime(now, row));
    if (hasEnded(status)) {
      throw new KeyRejected('token_revoked', { id: -row.grantId, companyId: row.companyId, cell: row.cell });
    }
    if (row.tokenExpiresAt <= now) throw new Problem('token_unknown', 'The access token has expired.');
    if (row.resource !== resource) throw new Problem('token_for_another_resource');
    return principalOf(row, status);
  }
}

function statusOf(row: VerifiedToken, now: Date): KeyStatus {
  const { revokedAt, archivedAt, expiresAt, isAllowed, creatorActive, plan } = row;
  return keyStatus(
    {
      revokedAt: revokedAt ?? archivedAt,
      retiresAt: null,
      expiresAt,
      creatorActive: creatorActive && isAllowed,
      paidPlan: isPaidPlan(plan),
    },
    now,
  );
}

function principalOf(row: VerifiedToken, status: KeyStatus): AppPrincipal {
  const { creatorActive, creatorPermissions, isAllowed, resource, createdAt, expiresAt } = row;
  const carried = row.scope?.split(' ');
  const scopes = carried ? row.scopes.filter((scope) => carried.includes(scope)) : row.scopes;
  return {
    kind: 'app',
    company: companyOfRow(row),
    memberId: row.memberId,
    permissions: effectivePermissions(scopes, creatorPermissions),
    label: actorLabel('application', row.name),
    application: { id: row.applicationId, clientId: row.clientId, name: row.name, redirectUris: row.redirectUris },
    grant: { id: row.grantId, resource, scopes, createdAt, expiresAt, status },
    expiresAt: row.tokenExpiresAt,
    ...{ isAllowed, creatorActive, creatorPermissions },
  };
}
