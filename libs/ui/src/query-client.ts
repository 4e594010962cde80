import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-fetch.js';

/** An error response is final: only a silent or broken server is retried. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline, a request fails with a message; by default it would wait silently.
      queries: { retry: worthRetrying, staleTime: 5_000, networkMode: 'always' },
    },
  });
}
