/** A window without focus follows a wheel or a pen for this long. */
const INPUT_MS = 1_000;
const INPUTS = ['pointerdown', 'wheel', 'keydown'] as const;

let inputAt = Number.NEGATIVE_INFINITY;

/** A visible window without focus can be behind another one, or on a screen that nobody looks at. */
export function isFocused(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Whether a person looks at the page, as far as it knows. */
export function isAttentive(): boolean {
  if (document.visibilityState === 'hidden') return false;
  return document.hasFocus() || performance.now() - inputAt < INPUT_MS;
}

/** Calls the listener when a person begins or ends to look at the page, and at each input meanwhile. */
export function onAttention(listener: () => void): () => void {
  const onInput = () => {
    inputAt = performance.now();
    listener();
  };
  // Input before the window lost the focus proves nothing about the time after.
  const onBlur = () => {
    inputAt = Number.NEGATIVE_INFINITY;
    listener();
  };
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  window.addEventListener('blur', onBlur);
  for (const type of INPUTS) window.addEventListener(type, onInput, { capture: true, passive: true });
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', onBlur);
    for (const type of INPUTS) window.removeEventListener(type, onInput, { capture: true });
  };
}
