/** The service worker stores the page, so that it opens without the server. Browsers support it only over https. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The page's own requests come first.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => {
      // The page then opens only if the server is reachable.
    });
  });
}
