import type { CertifyWebhookEndpoint, WebhookCertificationView } from '@billhook/contract/webhooks/certification';
import { CERTIFICATION_CASES } from '@billhook/domain/webhooks/certification-cases';
import { apiFetch, asApiError, type ApiError } from '@billhook/ui/api-fetch';
import { useEffect, useRef, useState } from 'react';

/** The certification of an endpoint: its results as they arrive. */
export interface Certification {
  readonly results: readonly WebhookCertificationView[];
  readonly running: boolean;
  /** Why it stopped early. */
  readonly error: ApiError | undefined;
  start(): void;
}

/** Plays a case. Beyond the rate limit, which a second certification reaches, it waits as long as the API asks. */
async function play(
  endpointId: number,
  body: CertifyWebhookEndpoint,
  signal: AbortSignal,
): Promise<WebhookCertificationView> {
  try {
    return await apiFetch(`/portal/api/webhook-endpoints/${endpointId}/certify`, { method: 'POST', body, signal });
  } catch (cause) {
    const { code, retryAfter } = asApiError(cause);
    if (code !== 'rate_limited' || retryAfter === undefined || signal.aborted) throw cause;
    await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
    signal.throwIfAborted();
    return play(endpointId, body, signal);
  }
}

/** Plays the cases one after the other. Leaving the page stops after the case that is being played. */
export function useCertification(endpointId: number): Certification {
  const [results, setResults] = useState<readonly WebhookCertificationView[]>([]);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<ApiError>();
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);
  const run = async () => {
    const { signal } = stop.current;
    setResults([]);
    setError(undefined);
    setRunning(true);
    try {
      for (const { name } of CERTIFICATION_CASES) {
        const result = await play(endpointId, { case: name }, signal);
        if (signal.aborted) return;
        setResults((before) => [...before, result]);
        // Without a response, each other case would fail for the same reason.
        if (name === 'valid' && result.reason === 'NoResponse') break;
      }
    } catch (cause) {
      if (!signal.aborted) setError(asApiError(cause));
    } finally {
      if (!signal.aborted) setRunning(false);
    }
  };
  return { results, running, error, start: () => void run() };
}
