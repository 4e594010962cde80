/** Saves a key as the file that `node --env-file` and most tools read. The address of the blob is revoked immediately. */
export function downloadEnvFile(secret: string): void {
  const lines = [`BILLHOOK_URL=${location.origin}`, `BILLHOOK_API_KEY=${secret}`, ''];
  const address = URL.createObjectURL(new Blob([lines.join('\n')], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'billhook.env';
  link.click();
  URL.revokeObjectURL(address);
}
