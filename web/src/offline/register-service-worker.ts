/** Has the browser keep the page itself, so that it opens without the server, too. Browsers do so over https only. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // What the page needs itself comes first.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => {
      // Then the page opens only while the server is there.
    });
  });
}
