/** Waits until the page has loaded, and then until the browser is idle, at most 1 s. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise(resolve => window.addEventListener('load', resolve, { once: true }));
  await nextIdle();
}

/** Waits until the browser is idle, at most 1 s. Resolves at once in browsers without `requestIdleCallback`. */
export function nextIdle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve);
  });
}
