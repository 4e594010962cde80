import type { LoggedRequestDetail, LoggedRequestView } from '@billhook/contract/identity/logged-request';
import type { Permission } from '@billhook/domain/identity/permissions';
import type { LoggedTexts, RequestRow } from '@billhook/identity/request-log/request-log.repository';
import { timeOfId } from '@billhook/platform/ids';
import type { LoggedDetails } from './request-logger.service.js';

export function presentLoggedRequest(row: RequestRow): LoggedRequestView {
  const { id, clientRequestId, method, route, path, status, durationMs, problem } = row;
  return {
    id,
    clientRequestId,
    createdAt: timeOf(id).toISOString(),
    ...{ method, route, path, status, durationMs, problem },
    credential: credentialOf(row),
  };
}

/** @param held the permissions of a member; undefined for a key or application, which sent and received all of it */
export function presentRequestDetail(
  row: RequestRow & LoggedTexts,
  held: readonly Permission[] | undefined,
): LoggedRequestDetail {
  const details = row.details === null ? undefined : (JSON.parse(row.details) as LoggedDetails);
  const missing = held && details?.permissions.find((permission) => !held.includes(permission));
  const shown = missing === undefined ? details : undefined;
  return {
    ...presentLoggedRequest(row),
    request: shown ? { ...shown.request, body: row.requestBody } : null,
    response: shown ? { ...shown.response, body: row.responseBody } : null,
    missingPermission: missing ?? null,
  };
}

/** Ids of `newTimedId`, which may have the number of an inner request behind them. */
const timeOf = (id: string): Date => timeOfId(id.split('.', 1)[0] ?? '') ?? new Date(0);

function credentialOf(row: RequestRow): LoggedRequestView['credential'] {
  const { caller, keyName, keyPrefix, applicationId, applicationName } = row;
  if (keyName !== null) return { kind: 'key', id: caller, name: keyName, prefix: keyPrefix };
  if (applicationId === null || applicationName === null) return null;
  return { kind: 'application', id: applicationId, name: applicationName, prefix: null };
}
