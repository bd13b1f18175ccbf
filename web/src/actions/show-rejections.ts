import type { Actions } from '@snug/client';
import { showCommandError } from '../ui/feedback/toast.ts';

/** Shows why the server rejected an action, in the pages that they can see. */
export function showRejections({ onRejected }: Actions): () => void {
  return onRejected.subscribe(({ error }) => {
    if (document.visibilityState === 'visible') showCommandError(error);
  });
}
