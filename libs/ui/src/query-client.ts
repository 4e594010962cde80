import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-fetch.js';

/** A refusal stays a refusal: only a silent or broken server is asked again. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline a request fails and says so; by default it would wait without a word.
      queries: { retry: worthRetrying, staleTime: 5_000, networkMode: 'always' },
    },
  });
}
