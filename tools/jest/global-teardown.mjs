/** Stops the server unless another run still uses it. Each project of a run has set up one. */
export default async function tearDown() {
  await globalThis.billhookTestServers?.pop()?.stop();
}
