const EVENTS = ['pagehide', 'visibilitychange'] as const;

/** Calls the listener before the page hides or closes, and when it shows again. Returns what ends that. */
export function onHide(listener: () => void): () => void {
  for (const type of EVENTS) window.addEventListener(type, listener);
  return () => {
    for (const type of EVENTS) window.removeEventListener(type, listener);
  };
}
