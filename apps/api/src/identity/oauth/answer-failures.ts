import { isLostDatabase } from '@billhook/db/lost-database';
import { Problem } from '@billhook/domain/shared/problems';
import type { Logger } from '@billhook/platform/logger';
import type { Provider } from 'oidc-provider';
import { lostDatabaseProblem } from '../../request/problems/problem.filter.js';
import { oauthFailure } from './oauth-failure.rules.js';

/**
 * Responds to errors of Billhook in the OAuth server: 503 while the database does not respond, otherwise 500. The library would
 * respond to all of them with 500, and outside its endpoints with plain text.
 */
export function answerFailures(server: Provider, logger: Logger): void {
  const failures = new WeakMap<object, unknown>();
  server.on('server_error', (ctx, error) => void failures.set(ctx.req, error));
  server.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      failures.set(ctx.req, error);
    }
    const error = failures.get(ctx.req);
    if (error === undefined) return;
    const problem = isLostDatabase(error) ? lostDatabaseProblem(error) : new Problem('internal_error');
    logger.error({ err: error }, problem.code === 'not_ready' ? problem.message : 'the OAuth server failed');
    const { status, headers, body } = oauthFailure(problem, { url: ctx.path, language: ctx.get('accept-language') });
    ctx.status = status;
    ctx.set(headers);
    ctx.body = body;
  });
}
