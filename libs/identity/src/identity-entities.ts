import { Account } from './accounts/account.entity.js';
import { AuditEntry, AuditHead } from './audit/audit-entry.entity.js';
import { PasswordReset, RecoveryCode, SecondFactor, Session } from './auth/session.entity.js';
import { CompanyLogo } from './companies/company-logo.entity.js';
import { Company } from './companies/company.entity.js';
import { Tenant, TenantChange } from './companies/tenant.entity.js';
import { Invitation } from './invitations/invitation.entity.js';
import { KeyHost, KeyPermission, KeyRequests } from './key-traffic/key-traffic.entity.js';
import { CompanyKeyPolicy, ApiKey } from './keys/key.entity.js';
import { Member } from './members/member.entity.js';
import { OAuthApplication, OAuthPolicy, OAuthSecret } from './oauth/application.entity.js';
import { OAuthGrant, OAuthToken } from './oauth/grant.entity.js';
import { LoggedRequest } from './request-log/logged-request.entity.js';

/** The tables of accounts, members, keys, applications, companies and the audit log. */
export const IDENTITY_ENTITIES = [
  Account,
  ApiKey,
  AuditEntry,
  AuditHead,
  Company,
  CompanyLogo,
  Invitation,
  KeyHost,
  KeyPermission,
  CompanyKeyPolicy,
  KeyRequests,
  LoggedRequest,
  Member,
  OAuthApplication,
  OAuthGrant,
  OAuthPolicy,
  OAuthSecret,
  OAuthToken,
  PasswordReset,
  RecoveryCode,
  SecondFactor,
  Session,
  Tenant,
  TenantChange,
];
