import { currentRequest, type StepSpan } from '@billhook/platform/current-request';

/**
 * Runs a statement in a span below that of its request. The span has the name of the statement, and neither its text nor its
 * values. Without tracing, and outside of a request, it only runs the statement.
 */
export function withSpan<T>(name: string, run: () => Promise<T>): Promise<T> {
  const span = currentRequest()?.startSpan?.(`postgresql ${name}`, {
    'db.system.name': 'postgresql',
    'db.query.summary': name,
  });
  return span ? ended(span, run) : run();
}

async function ended<T>(span: StepSpan, run: () => Promise<T>): Promise<T> {
  try {
    const result = await run();
    span.end({});
    return result;
  } catch (error) {
    span.end({}, error instanceof Error && 'code' in error ? String(error.code) : 'error');
    throw error;
  }
}
