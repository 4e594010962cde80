import { Problem } from '@billhook/domain/shared/problems';
import type { ApplicationRow } from '@billhook/identity/oauth/applications.repository';
import type { SignedInMember } from '../../request/principal.js';

export const managesAll = ({ permissions }: SignedInMember): boolean => permissions.includes('oauth_app.manage');

/** @throws Problem 404 for an application of another member */
export function visible(by: SignedInMember, application: ApplicationRow): ApplicationRow {
  if (application.memberId === by.memberId || managesAll(by)) return application;
  throw new Problem('not_found', 'There is no such application.');
}

/** @throws Problem 409 application_archived */
export function requireLive(application: ApplicationRow): ApplicationRow {
  if (application.archivedAt !== null) throw new Problem('application_archived');
  return application;
}
