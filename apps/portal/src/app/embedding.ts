/** True inside the frame of the settings, which bring their own header. */
export const isEmbedded = window.parent !== window;

/** Notifies the surrounding page that the portal's session has ended; it responds with a new portal link. */
export function tellSessionEnded(): void {
  if (isEmbedded) window.parent.postMessage('billhook:portal-expired', location.origin);
}
