import type { KoaContextWithOIDC } from 'oidc-provider';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** What a person sees when an application sends an invalid request: without a trusted address, the browser cannot be sent back. */
export function renderOAuthError(ctx: KoaContextWithOIDC, out: { error?: string; error_description?: string }): void {
  const { error = 'invalid_request', error_description: detail = '' } = out;
  ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The request of the application is invalid</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>The request of the application is invalid</h1>
<p>Return to the application and start again. If this happens again, send its developer this error:</p>
<p><code>${escaped(error)}</code>${detail === '' ? '' : `: ${escaped(detail)}`}</p>
</html>
`;
}
